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

/** The namespace of what is administered, beside the one of the calendar. */
const ADMIN_NAMESPACE = 'calendar/admin/v1';

/** Its paths below the REST root. */
export const ADMIN_PATHS = {
  me: `${ADMIN_NAMESPACE}/me`,
  users: `${ADMIN_NAMESPACE}/users`,
  tokens: `${ADMIN_NAMESPACE}/tokens`,
  audit: `${ADMIN_NAMESPACE}/audit`,
} as const;

const { me: _me, ...ADMIN_LISTS } = ADMIN_PATHS;

/** Paths of everything that lists have pages of. */
export const LIST_PATHS = { ...PATHS, ...ADMIN_LISTS } as const;

export type ListPath = keyof typeof LIST_PATHS;
