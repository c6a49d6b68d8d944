/** Directions of an order. */
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;

/** The direction of an order. */
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
