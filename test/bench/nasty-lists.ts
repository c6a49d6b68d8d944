import { anyOf, dayFromToday, type Values } from './values.js';

const KINDS = ['events', 'events', 'events', 'events', 'venues', 'organizers', 'categories', 'tags'] as const;

/** The parameters of a list. */
export interface Parameters {
  readonly kind: (typeof KINDS)[number];
  readonly query: Readonly<Record<string, string>>;
}

const ALWAYS = { starts_after: '1970-01-01' };
/** Two letters that occur in almost every text, and a word that occurs in none. */
const EVERYWHERE = 'en';
const NOWHERE = 'xyzzyplugh';
const ORDERS = ['start_date', 'end_date', 'title', 'date', 'modified', 'id'] as const;

/** Lists that are expected to be slow. */
export function nastyLists(values: Values): Parameters[] {
  const { word, category, venue, letters } = values;
  const words = Array.from({ length: 40 }, () => letters()).join(' ');
  const manyWords = Array.from({ length: 30 }, () => word()).join(' ');
  const everywhere = { geoloc_lat: '41.5', geoloc_lng: '1.5', geoloc_radius: '20000' };
  const events: Record<string, string>[] = [
    {},
    ALWAYS,
    { ...ALWAYS, search: EVERYWHERE },
    { ...ALWAYS, search: 'e' },
    { ...ALWAYS, search: NOWHERE },
    { ...ALWAYS, search: words },
    { ...ALWAYS, search: manyWords },
    { ...ALWAYS, search: EVERYWHERE, page: '800' },
    { ...ALWAYS, search: `${EVERYWHERE} ${NOWHERE.slice(0, 2)}` },
    { ...ALWAYS, page: '800' },
    { ...ALWAYS, page: '200', per_page: '50' },
    { ...ALWAYS, ...everywhere, page: '800' },
    { ...ALWAYS, geoloc_lat: '-41', geoloc_lng: '-170', geoloc_radius: '1' },
    { ...ALWAYS, geoloc: 'false', search: EVERYWHERE },
    { ...ALWAYS, categories: `${category()}`, search: word(), venue: `${venue()}` },
    { ...ALWAYS, categories: '1', search: EVERYWHERE, tags: '1,2,3' },
    { ...ALWAYS, venue: Array.from({ length: 90 }, () => venue()).join() },
    { ...ALWAYS, ml_has_translation: 'ca,en,es', ml_language: 'es' },
    { ...ALWAYS, ml_missing_translation: 'ca', ml_language: 'ca', ml_fallback: 'none' },
    { ...ALWAYS, status: 'publish,future,draft,pending,private,trash', hide_from_listings: 'any' },
    { ends_after: 'now', starts_before: '2100-01-01' },
    { ends_before: dayFromToday(0), order: 'desc' },
    { starts_before: '1971-01-01', ends_after: '2099-01-01' },
    ...ORDERS.flatMap((orderby) => [
      { ...ALWAYS, orderby, order: 'desc', page: '800' },
      { ...ALWAYS, orderby, search: EVERYWHERE, page: '400' },
      { ...ALWAYS, orderby, search: NOWHERE },
      { ...ALWAYS, orderby, ...everywhere, featured: 'true', ticketed: 'false' },
    ]),
  ];
  const places: Record<string, string>[] = ['has_events', 'only_with_upcoming'].flatMap((name) => [
    { [name]: 'true' },
    { [name]: 'false' },
  ]);
  const terms: Record<string, string>[] = [
    { orderby: 'count' },
    { orderby: 'count', hide_empty: 'false' },
    { search: 'a', orderby: 'description' },
  ];
  return [
    ...events.map((query) => ({ kind: 'events', query }) as const),
    ...places.flatMap((query) => [{ kind: 'venues', query } as const, { kind: 'organizers', query } as const]),
    ...terms.flatMap((query) => [{ kind: 'categories', query } as const, { kind: 'tags', query } as const]),
  ];
}

/** A random combination of parameters. Some combinations contradict themselves and are rejected. */
export function randomList(values: Values): Parameters {
  const kind = anyOf(KINDS);
  const chosen = Object.entries(PARAMETERS[kind]).filter(() => Math.random() < 0.2);
  return { kind, query: Object.assign({}, ...chosen.map(([, draw]) => draw(values))) as Record<string, string> };
}

type Drawn = Record<string, (values: Values) => Record<string, string>>;

const LANGUAGES = ['ca', 'en', 'es'] as const;
const texts = (values: Values) => [values.word(), values.letters(), EVERYWHERE, NOWHERE] as const;
const bool = () => anyOf(['true', 'false']);
const anyDay = () => anyOf(['1970-01-01', '2025-06-01', dayFromToday(0), dayFromToday(30), '2100-01-01']);

const COMMON: Drawn = {
  search: (values) => ({
    search: Array.from({ length: anyOf([1, 1, 2, 3, 8]) }, () => anyOf(texts(values))).join(' '),
  }),
  language: () => ({ ml_language: anyOf(LANGUAGES) }),
  fallback: () => ({ ml_fallback: 'none' }),
  has: () => ({ ml_has_translation: anyOf(LANGUAGES) }),
  missing: () => ({ ml_missing_translation: anyOf(LANGUAGES) }),
  page: () => ({ page: anyOf(['2', '20', '200', '800']) }),
  per_page: () => ({ per_page: anyOf(['1', '50']) }),
  order: () => ({ order: anyOf(['asc', 'desc']) }),
};

const EVENTS: Drawn = {
  ...COMMON,
  always: () => ALWAYS,
  start: () => ({ [anyOf(['start_date', 'starts_after', 'starts_before'])]: anyDay() }),
  end: () => ({ [anyOf(['end_date', 'ends_after', 'ends_before'])]: anyDay() }),
  orderby: () => ({ orderby: anyOf(ORDERS) }),
  categories: ({ category }) => ({ categories: anyOf(['1', String(category()), `${category()},${category()}`]) }),
  tags: ({ tag }) => ({ tags: anyOf([String(tag()), `${tag()},${tag()},${tag()}`]) }),
  venue: ({ venue }) => ({ venue: Array.from({ length: anyOf([1, 3, 80]) }, () => venue()).join() }),
  organizer: ({ organizer }) => ({ organizer: String(organizer()) }),
  featured: () => ({ featured: bool() }),
  ticketed: () => ({ ticketed: bool() }),
  parent: ({ parent }) => ({ post_parent: String(parent()) }),
  geoloc: () => ({ geoloc: bool() }),
  point: ({ point }) => ({
    ...Object.fromEntries(new URLSearchParams(point())),
    geoloc_radius: anyOf(['1', '25', '100', '20000']),
  }),
  status: () => ({ status: anyOf(['publish', 'draft', 'trash', 'publish,draft,pending,private']) }),
  hidden: () => ({ hide_from_listings: anyOf(['true', 'any']) }),
};

const PLACES: Drawn = {
  ...COMMON,
  orderby: () => ({ orderby: anyOf(['date', 'name', 'modified', 'id']) }),
  event: ({ id }) => ({ event: String(id()) }),
  has_events: () => ({ has_events: bool() }),
  upcoming: () => ({ only_with_upcoming: bool() }),
};

const TERMS: Drawn = {
  ...COMMON,
  orderby: () => ({ orderby: anyOf(['name', 'id', 'slug', 'count', 'description']) }),
  hide_empty: () => ({ hide_empty: bool() }),
  event: ({ id }) => ({ event: String(id()) }),
};

const PARAMETERS = { events: EVENTS, venues: PLACES, organizers: PLACES, categories: TERMS, tags: TERMS };
