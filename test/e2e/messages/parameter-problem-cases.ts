import {
  ADMIN_FORM_HEADERS,
  ADMIN_JSON_HEADERS,
  get,
  invalid,
  EXPLICIT_SOURCES,
  otherLanguage,
  post,
  remove,
  postRaw,
  type ParameterMessage,
  type ProblemCase,
} from './problem-cases.js';

const STATUSES = 'publish, future, draft, pending, private';
const EVENT = { title: 'T', start_date: '2030-05-01 19:00', end_date: '2030-05-01 21:00' };
const UNKNOWN_ID = 987_654_321;

/** Invalid values by parameter, each with its message. */
type InvalidValues<Value> = Readonly<Record<string, readonly [value: Value, ...ParameterMessage]>>;

const valuesOf = (values: InvalidValues<unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));
const messagesOf = (values: InvalidValues<unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, [, ...message]]) => [name, message]));

/** A create of an event with invalid values. */
const event = (description: string, values: InvalidValues<unknown>): ProblemCase =>
  invalid(description, () => post('events', { ...EVENT, ...valuesOf(values) }), messagesOf(values));

/** A read with invalid values in the query string. */
function query(path: string, values: InvalidValues<string>): ProblemCase {
  const parameters = Object.entries(values).map(([name, [value]]) => `${name}=${value}`);
  const description = `of ${path}: ${Object.keys(values).join(', ')}`;
  return invalid(description, () => get(`${path}?${parameters.join('&')}`), messagesOf(values));
}

const manyParameters = Array.from({ length: 200 }, (_each, index) => `p${index}=1`).join('&');

/** 21 words, one more than a search accepts, and `a`, which does not count because it is part of another word. */
const WORDS = [...'abcdefghijklmnopqrstu']
  .map((letter) => letter + letter)
  .join('+')
  .concat('+a');

/** Missing and invalid parameters, with most of the messages about parameters. */
export const PARAMETER_PROBLEM_CASES: readonly ProblemCase[] = [
  {
    code: 'missing_parameter',
    request: () => post('events', {}),
    params: () => ({ title: ['required'], start_date: ['required'], end_date: ['required'] }),
  },
  {
    code: 'missing_parameter',
    description: 'of a new translation',
    sources: EXPLICIT_SOURCES,
    request: ({ tags }, language) => post(`tags/${tags[otherLanguage(language)].id}`, { description: '-' }),
    params: () => ({ name: ['required'] }),
  },
  {
    code: 'missing_parameter',
    description: 'of a deletion',
    sources: ['accepted'],
    request: ({ ids }) => remove(`venues/${ids.venues}?ml_scope=translation`),
    params: () => ({ ml_language: ['required'] }),
  },
  {
    code: 'missing_parameter',
    description: 'of a permanent deletion in another language',
    sources: ['query', 'segment'],
    request: ({ tags }, language) => remove(`tags/${tags[otherLanguage(language)].id}`),
    params: () => ({ ml_scope: ['required'] }),
  },
  event('of an event', {
    title: [{}, 'text'],
    description: ['x'.repeat(200_001), 'too_long', { max: 200_000 }],
    excerpt: ['\u0000', 'invalid_characters'],
    slug: ['x'.repeat(201), 'too_long', { max: 200 }],
    start_date: ['tomorrow', 'date_time'],
    timezone: ['Mars/Olympus', 'time_zone'],
    all_day: ['maybe', 'boolean'],
    website: ['nowhere', 'url'],
    status: ['trash', 'one_of', { values: STATUSES }],
    author: [UNKNOWN_ID, 'unknown_id', { ids: UNKNOWN_ID }],
    post_parent: ['one', 'id'],
    categories: [['Nit', {}, 'Fira', {}], 'id_or_name', {}, 'categories[1], categories[3]: '],
    tags: [Array(101).fill('t'), 'too_many_values', { max: 100 }],
    organizer: ['Coral', 'id_or_record'],
    image: ['nowhere', 'image'],
    custom_fields: [1, 'object'],
  }),
  event('of conflicting fields of an event', {
    end_date: [
      '2030-05-01 18:00',
      'end_before_start',
      { start: '2030-05-01T19:00:00+00:00', end: '2030-05-01T18:00:00+00:00' },
    ],
    date: ['2020-01-01', 'conflicting_dates'],
    date_utc: ['2021-01-01', 'conflicting_dates'],
    custom_fields: [{ text: 'x'.repeat(17_000) }, 'too_large_object', { max: 16_384 }],
  }),
  invalid(
    'of inline records',
    () =>
      post('events', {
        ...EVENT,
        venue: { venue: 'V', geo_lat: 'x', geo_lng: 181 },
        organizer: [{}, { organizer: 'O', email: 'nobody' }],
      }),
    {
      'venue.geo_lat': ['number'],
      'venue.geo_lng': ['range', { min: -180, max: 180 }],
      'organizer[0].organizer': ['required'],
      'organizer[1].email': ['email'],
    },
  ),
  invalid('of incomplete coordinates', () => post('venues', { venue: 'V', geo_lat: 41 }), { geo_lng: ['coordinates'] }),
  invalid('that empties a field', ({ ids }) => post(`venues/${ids.venues}`, { venue: '' }), { venue: ['empty'] }),
  invalid(
    'that depends on the stored record',
    ({ ids }) => post(`categories/${ids.categories}`, { parent: ids.categories }),
    { parent: ['parent'] },
  ),
  invalid('of a form nested too deeply', () => postRaw('venue=V&city[a][b]=Reus', ADMIN_FORM_HEADERS['Content-Type']), {
    city: ['too_deep'],
  }),
  invalid(
    'of a number that would lose digits',
    () => postRaw('venue=V&custom_fields={"a":10224567890123456789}', ADMIN_FORM_HEADERS['Content-Type']),
    { custom_fields: ['inexact_number'] },
  ),
  invalid(
    'that is unknown',
    () => post('venues', { venue: 'V', nonsense: 1 }, { ...ADMIN_JSON_HEADERS, Prefer: 'handling=strict' }),
    { nonsense: ['unknown_parameter'] },
  ),
  invalid('of a slug in the path', () => get('venues/by-slug/%FF'), { slug: ['invalid_characters'] }),
  invalid('of two methods', () => post('venues?_method=PUT&_method=PATCH', { venue: 'V' }), {
    _method: ['method_conflict'],
  }),
  invalid('of a method in the body', () => post('venues', { venue: 'V', _method: 'PUT' }), { _method: ['query_only'] }),
  invalid('of a password in the query of an update by slug', () => post('events/by-slug/nothing?password=p', {}), {
    password: ['body_only'],
  }),
  query('events', {
    page: ['x', 'integer'],
    per_page: ['0', 'too_small', { min: 1 }],
    include: ['1,one', 'id', {}, 'include[1]: '],
    ml_fallback: ['x', 'one_of', { values: 'record, none' }],
  }),
  query('events', {
    starts_after: ['2026-12-32', 'date_bound'],
    during: ['now', 'period'],
    categories: ['x'.repeat(501), 'too_long', { max: 500 }],
    tags: ['no-such-tag,no-tag', 'unknown_name', { names: 'no-such-tag, no-tag' }, 'tags[0], tags[1]: '],
    venue: [String(UNKNOWN_ID), 'unknown_id', { ids: UNKNOWN_ID }],
    search: [WORDS, 'too_many_words', { max: 20 }],
  }),
  invalid('of conflicting location filters', () => get('events?geoloc=false&geoloc_lat=41'), {
    geoloc: ['geoloc'],
    geoloc_lng: ['coordinates'],
  }),
  query('tags', { page: ['9999999999', 'too_large', { max: 1_000_000_000 }], hide_empty: ['x', 'boolean'] }),
  query('venues', { page: ['10001', 'page_out_of_range', { max: 10_000 }] }),
  query('venues', { after: ['nonsense', 'cursor'] }),
  query(`venues/${UNKNOWN_ID}`, { ml_fallback: ['x', 'one_of', { values: 'record, none' }] }),
  query('', { context: ['x', 'one_of', { values: 'view, embed, edit, help' }] }),
  {
    code: 'invalid_parameter',
    description: 'of too many parameters',
    request: () => get(`tags?${manyParameters}&last=1`),
    // Without `query`: `ml_language` would count as one of the parameters.
    sources: ['segment', 'accepted'],
    params: () => ({ last: ['too_many_parameters', { max: 200 }] }),
  },
];
