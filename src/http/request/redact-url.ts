/** What stands for everything in an address that is not written down. */
const REDACTED = '*';

/** Longest piece of a client's that is written down. */
const MAX_VALUE_LENGTH = 100;

/** Words that addresses of the service are made of; what else a client sends as a path may be anything. */
const PATH_WORDS = new Set(
  'calendar,events,v1,admin,doc,docs,health,live,ready,venues,organizers,categories,tags,by-slug,me,users,tokens,audit'.split(
    ',',
  ),
);

/**
 * Query parameters whose values are logged. Every new filter of a list goes here, which a test checks; fields of records, `after` and
 * `password` do not.
 */
const LOGGED_PARAMETERS = new Set(
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
interface RedactedUrl {
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
 * @example redactUrl('/ca/calendar/events/v1/events/7?page=2&password=x', '/calendar/events/v1/events/:id')
 * // { path: '/calendar/events/v1/events/7', query: 'page=2&*=*' }
 */
export function redactUrl(target: string, route?: string, secret?: string): RedactedUrl {
  const [origin = ''] = target.split('#', 1);
  const start = origin.indexOf('?');
  const path = start < 0 ? origin : origin.slice(0, start);
  const isLoggable = (value: string) => isPlain(value, secret?.toLowerCase());
  return {
    path: route ? redactRoutePath(path, route, isLoggable) : redactUnknownPath(path, isLoggable),
    query: start < 0 ? '' : redactQuery(origin.slice(start + 1), isLoggable),
  };
}

type Predicate = (value: string) => boolean;

function isPlain(value: string, secret: string | undefined): boolean {
  const isHarmless = value.length <= MAX_VALUE_LENGTH && PLAIN.test(value) && !SECRET.test(value);
  return isHarmless && !(secret && value.toLowerCase().includes(secret));
}

/** Language, REST root and trailing slash are left out: the route stands at the end of the path. */
function redactRoutePath(path: string, route: string, isLoggable: Predicate): string {
  const declared = route.split('/');
  const segments = path.replace(/\/$/, '').split('/').slice(-declared.length);
  return declared
    .map((part, index) => (part.startsWith(':') ? redactUnlessLoggable(segments[index], isLoggable) : part))
    .join('/');
}

function redactUnknownPath(path: string, isLoggable: Predicate): string {
  const parts = path.split('/', 12).map((part) => {
    const isKnown = part === '' || PATH_WORDS.has(part) || /^\d{1,19}$/.test(part);
    return isKnown && isLoggable(part) ? part : REDACTED;
  });
  return parts.join('/');
}

function redactQuery(query: string, isLoggable: Predicate): string {
  return query
    .split('&', MAX_VALUE_LENGTH)
    .map((pair) => {
      const [, name = '', value] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      const known = knownName(name);
      return known ? `${known}=${redactUnlessLoggable(value, isLoggable)}` : `${REDACTED}=${REDACTED}`;
    })
    .join('&');
}

/** Lists may be written with brackets: `tags[]`, `tags[0]`. */
function knownName(name: string): string | undefined {
  const [, known = '', index = ''] = /^(\w+)((?:\[\d{0,3}\])?)$/.exec(tryDecode(name) ?? '') ?? [];
  return LOGGED_PARAMETERS.has(known) ? `${known}${index}` : undefined;
}

function redactUnlessLoggable(value: string | undefined, isLoggable: Predicate): string {
  const text = value === undefined ? undefined : tryDecode(value);
  return text !== undefined && isLoggable(text) ? encodeURIComponent(text).replaceAll('%20', '+') : REDACTED;
}

/** `undefined` where the escapes are none. */
function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
