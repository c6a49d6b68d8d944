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

/** The namespace of what administrators do and see. */
export const ADMIN_NAMESPACE = 'calendar/admin/v1';

/** Paths of its lists below the REST root. */
export const ADMIN_PATHS = {
  audit: `${ADMIN_NAMESPACE}/audit`,
} as const;

/** Paths of all lists, by the key of their envelopes. */
export const LIST_PATHS = { ...PATHS, ...ADMIN_PATHS };

export type ListPath = keyof typeof LIST_PATHS;
