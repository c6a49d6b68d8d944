const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  events: ['Event', 'Events'],
  venues: ['Venue', 'Venues'],
  organizers: ['Organizer', 'Organizers'],
  categories: ['Category', 'Categories'],
  tags: ['Tag', 'Tags'],
  users: ['User', 'Users'],
  tokens: ['Token', 'Tokens'],
};
const VERBS: Readonly<Record<string, string>> = { GET: 'get', PATCH: 'update', DELETE: 'delete' };
const ALIASES: Readonly<Record<string, string>> = { POST: 'ByPost', PUT: 'ByPut' };

/** Operation ids that do not follow the naming scheme. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'GET /calendar/events/v1': 'getIndex',
  'GET /calendar/events/v1/doc': 'getDocument',
  'GET /calendar/admin/v1/me': 'getMe',
  'GET /calendar/admin/v1/audit': 'listAudit',
  'DELETE /calendar/admin/v1/tokens/{id}': 'revokeToken',
};

/** Expected operationId: `listEvents`, `updateVenueBySlug`, `updateVenueByPost`. */
export function operationName(method: string, path: string): string {
  const own = OWN_NAMES[`${method} ${path}`];
  if (own) return own;
  const [, , , , resource = '', ...rest] = path.split('/');
  const [one, many] = NOUNS[resource] ?? ['', ''];
  if (rest.length === 0) return method === 'GET' ? `list${many}` : `create${one}`;
  const name = `${one}${rest[0] === 'by-slug' ? 'BySlug' : ''}`;
  return method in VERBS ? `${VERBS[method]}${name}` : `update${name}${ALIASES[method]}`;
}
