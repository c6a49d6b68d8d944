/** What stands for everything in an address that is not written down. */
const HIDDEN = '*';

/** Longest piece of a client's that is written down. */
const LONGEST = 100;

/** Words that addresses of the service are made of; what else a client sends as a path may be anything. */
const WORDS = new Set(
  'calendar,events,v1,admin,doc,docs,health,live,ready,venues,organizers,categories,tags,by-slug,me,users,tokens,audit'.split(
    ',',
  ),
);

/** Parameters whose values tell what was asked for. Those of records, `after` and `password` are not among them. */
const PARAMETERS = new Set(
  [
    'action,categories,context,end_date,ends_after,ends_before,event,exclude,featured,force,geoloc,geoloc_lat,geoloc_lng',
    'geoloc_radius,has_events,hide_empty,hide_from_listings,include,kind,ml_fallback,ml_has_translation,ml_language',
    'ml_missing_translation,ml_scope,namespace,only_with_upcoming,order,orderby,organizer,page,parent,per_page,post',
    'post_parent,record,role,search,since,slug,start_date,starts_after,starts_before,status,strict_dates,tags,ticketed',
    'until,user,venue',
  ]
    .join(',')
    .split(','),
);

/** A number, a date, a word, or several: without any character that could join another parameter to them. */
const PLAIN = /^[\p{L}\p{M}\p{N} ,.:+|_-]*$/u;

/** Tokens of the service, JSON Web Tokens, and whatever comes with the word. */
const SECRET = /cal_|eyJ|passw/i;

/** What a log or a trace is told of a request's address. */
interface AddressShown {
  /** Of an address that is served, its route with what stands for the parameters. */
  readonly path: string;
  /** Without `?`; empty where there is none. */
  readonly query: string;
}

/**
 * An address without anything that could be a secret: it is made anew of what is known to be none, as nobody can tell
 * what else is. Whatever is left out leaves a `*`.
 * @param target as the client sent it (RFC 9112, 3.2)
 * @param route as declared, where one serves it
 * @param secret a secret of the configuration, which may look like anything
 * @example loggableAddress('/ca/calendar/events/v1/events/7?page=2&password=x', '/calendar/events/v1/events/:id')
 * // { path: '/calendar/events/v1/events/7', query: 'page=2&*=*' }
 */
export function loggableAddress(target: string, route?: string, secret?: string): AddressShown {
  const [origin = ''] = target.split('#', 1);
  const start = origin.indexOf('?');
  const path = start < 0 ? origin : origin.slice(0, start);
  const isShown = (value: string) => isPlain(value, secret?.toLowerCase());
  return {
    path: route ? servedPath(path, route, isShown) : unknownPath(path, isShown),
    query: start < 0 ? '' : shownQuery(origin.slice(start + 1), isShown),
  };
}

type Judge = (value: string) => boolean;

function isPlain(value: string, secret: string | undefined): boolean {
  const isHarmless = value.length <= LONGEST && PLAIN.test(value) && !SECRET.test(value);
  return isHarmless && !(secret && value.toLowerCase().includes(secret));
}

/** Language, REST root and trailing slash are left out: the route stands at the end of the path. */
function servedPath(path: string, route: string, isShown: Judge): string {
  const declared = route.split('/');
  const sent = path.replace(/\/$/, '').split('/').slice(-declared.length);
  return declared.map((part, index) => (part.startsWith(':') ? shown(sent[index], isShown) : part)).join('/');
}

function unknownPath(path: string, isShown: Judge): string {
  const parts = path.split('/', 12).map((part) => {
    const isKnown = part === '' || WORDS.has(part) || /^\d{1,19}$/.test(part);
    return isKnown && isShown(part) ? part : HIDDEN;
  });
  return parts.join('/');
}

function shownQuery(query: string, isShown: Judge): string {
  return query
    .split('&', LONGEST)
    .map((pair) => {
      const [, name = '', value] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      const known = knownName(name);
      return known ? `${known}=${shown(value, isShown)}` : `${HIDDEN}=${HIDDEN}`;
    })
    .join('&');
}

/** Lists may be written with brackets: `tags[]`, `tags[0]`. */
function knownName(name: string): string | undefined {
  const [, known = '', index = ''] = /^(\w+)((?:\[\d{0,3}\])?)$/.exec(decoded(name) ?? '') ?? [];
  return PARAMETERS.has(known) ? `${known}${index}` : undefined;
}

function shown(value: string | undefined, isShown: Judge): string {
  const text = value === undefined ? undefined : decoded(value);
  return text !== undefined && isShown(text) ? encodeURIComponent(text).replaceAll('%20', '+') : HIDDEN;
}

/** `undefined` where the escapes are none. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
