/** Directions of an order. */
export const DIRECTIONS = ['asc', 'desc'] as const;

/** The direction of an order. */
export type Direction = (typeof DIRECTIONS)[number];
