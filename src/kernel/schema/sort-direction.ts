/** A sort direction. */
export type SortDirection = 'asc' | 'desc';
