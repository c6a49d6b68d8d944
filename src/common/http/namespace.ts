/** The namespace of the interface: every path below the REST root begins with it. */
export const NAMESPACE = 'calendar/events/v1';

/** Paths of the five resources below the REST root. */
export const PATHS = {
  events: `${NAMESPACE}/events`,
  venues: `${NAMESPACE}/venues`,
  organizers: `${NAMESPACE}/organizers`,
  categories: `${NAMESPACE}/categories`,
  tags: `${NAMESPACE}/tags`,
} as const;

export type ResourcePath = keyof typeof PATHS;
