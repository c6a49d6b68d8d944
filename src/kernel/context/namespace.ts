/** The namespace of the interface: every path below the REST root begins with it. */
export const NAMESPACE = 'calendar/events/v1';

/** The namespace of what is administered, beside the one of the calendar. */
const ADMIN_NAMESPACE = 'calendar/admin/v1';

/** Its paths below the REST root. */
export const ADMIN_PATHS = {
  me: `${ADMIN_NAMESPACE}/me`,
  users: `${ADMIN_NAMESPACE}/users`,
  tokens: `${ADMIN_NAMESPACE}/tokens`,
  audit: `${ADMIN_NAMESPACE}/audit`,
} as const;

/** What of it lists have pages of. */
export const ADMIN_LISTS = {
  users: { plural: 'users', path: ADMIN_PATHS.users },
  tokens: { plural: 'tokens', path: ADMIN_PATHS.tokens },
  audit: { plural: 'audit', path: ADMIN_PATHS.audit },
} as const;
