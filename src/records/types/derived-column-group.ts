/**
 * Group of the columns that are computed from others, or count writes: what is written there is nobody's doing, and the audit does not
 * tell of it.
 * @example searchText: p.text().groups(DERIVED)
 */
export const DERIVED_COLUMN_GROUP = 'derived';
