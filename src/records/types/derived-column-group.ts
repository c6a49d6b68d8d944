/**
 * Group of columns that are computed from others. The audit leaves them out.
 * @example searchText: p.text().groups(DERIVED_COLUMN_GROUP)
 */
export const DERIVED_COLUMN_GROUP = 'derived';
