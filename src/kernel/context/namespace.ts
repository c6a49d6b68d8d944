/** Path of the calendar API below the REST root. */
export const NAMESPACE = 'calendar/events/v1';

/** Path of the public pages as controllers declare it. Requests have `PAGES_ROOT` instead. */
export const PAGES_PATH = '/agenda';

/**
 * Path of the page of a record below the root of the service.
 * @example recordPagePath('/agenda', 'ca', 'event', 'concert') // '/ca/agenda/event/concert'
 */
export const recordPagePath = (pagesRoot: string, language: string, kind: string, slug: string): string =>
  `/${language}${pagesRoot}/${kind}/${encodeURIComponent(slug)}`;

const ADMIN_NAMESPACE = 'calendar/admin/v1';

/** Paths of the administration API below the REST root. */
export const ADMIN_PATHS = {
  me: `${ADMIN_NAMESPACE}/me`,
  users: `${ADMIN_NAMESPACE}/users`,
  tokens: `${ADMIN_NAMESPACE}/tokens`,
  audit: `${ADMIN_NAMESPACE}/audit`,
} as const;

/** Resources of the administration API with lists. */
export const ADMIN_LISTS = {
  users: { plural: 'users', path: ADMIN_PATHS.users },
  tokens: { plural: 'tokens', path: ADMIN_PATHS.tokens },
  audit: { plural: 'audit', path: ADMIN_PATHS.audit },
} as const;
