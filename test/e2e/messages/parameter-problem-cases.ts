import {
  ADMIN_FORM_HEADERS,
  ADMIN_JSON_HEADERS,
  get,
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

/** A create of an event with invalid values, and the message for each of them. */
const event = (
  description: string,
  values: Readonly<Record<string, readonly [value: unknown, ...ParameterMessage]>>,
): ProblemCase => ({
  code: 'invalid_parameter',
  description,
  request: () =>
    post('events', { ...EVENT, ...Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value])) }),
  params: () => Object.fromEntries(Object.entries(values).map(([name, [, ...message]]) => [name, message])),
});

/** A read with invalid values in the query string, and the message for each of them. */
const query = (
  path: string,
  values: Readonly<Record<string, readonly [value: string, ...ParameterMessage]>>,
): ProblemCase => ({
  code: 'invalid_parameter',
  description: `of ${path}: ${Object.keys(values).join(', ')}`,
  request: () =>
    get(
      `${path}?${Object.entries(values)
        .map(([name, [value]]) => `${name}=${value}`)
        .join('&')}`,
    ),
  params: () => Object.fromEntries(Object.entries(values).map(([name, [, ...message]]) => [name, message])),
});

const manyParameters = Array.from({ length: 200 }, (_each, index) => `p${index}=1`).join('&');

/** 21 words, one more than a search accepts, and `a`, which does not count because it is part of another word. */
const WORDS = [...'abcdefghijklmnopqrstu']
  .map((letter) => letter + letter)
  .join('+')
  .concat('+a');

/** Missing and invalid parameters. Together they cover every message about a parameter. */
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
  {
    code: 'invalid_parameter',
    description: 'of inline records',
    request: () =>
      post('events', {
        ...EVENT,
        venue: { venue: 'V', geo_lat: 'x', geo_lng: 181 },
        organizer: [{}, { organizer: 'O', email: 'nobody' }],
      }),
    params: () => ({
      'venue.geo_lat': ['number'],
      'venue.geo_lng': ['range', { min: -180, max: 180 }],
      'organizer[0].organizer': ['required'],
      'organizer[1].email': ['email'],
    }),
  },
  {
    code: 'invalid_parameter',
    description: 'of incomplete coordinates',
    request: () => post('venues', { venue: 'V', geo_lat: 41 }),
    params: () => ({ geo_lng: ['coordinates'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'that empties a field',
    request: ({ ids }) => post(`venues/${ids.venues}`, { venue: '' }),
    params: () => ({ venue: ['empty'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'that depends on the stored record',
    request: ({ ids }) => post(`categories/${ids.categories}`, { parent: ids.categories }),
    params: () => ({ parent: ['parent'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'of a form nested too deeply',
    request: () => postRaw('venue=V&city[a][b]=Reus', ADMIN_FORM_HEADERS['Content-Type']),
    params: () => ({ city: ['too_deep'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'of a number that would lose digits',
    request: () => postRaw('venue=V&custom_fields={"a":10224567890123456789}', ADMIN_FORM_HEADERS['Content-Type']),
    params: () => ({ custom_fields: ['inexact_number'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'that is unknown',
    request: () => post('venues', { venue: 'V', nonsense: 1 }, { ...ADMIN_JSON_HEADERS, Prefer: 'handling=strict' }),
    params: () => ({ nonsense: ['unknown_parameter'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'of a slug in the path',
    request: () => get('venues/by-slug/%FF'),
    params: () => ({ slug: ['invalid_characters'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'of two methods',
    request: () => post('venues?_method=PUT&_method=PATCH', { venue: 'V' }),
    params: () => ({ _method: ['method_conflict'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'of a method in the body',
    request: () => post('venues', { venue: 'V', _method: 'PUT' }),
    params: () => ({ _method: ['query_only'] }),
  },
  {
    code: 'invalid_parameter',
    description: 'of a password in the query of an update by slug',
    request: () => post('events/by-slug/nothing?password=p', {}),
    params: () => ({ password: ['body_only'] }),
  },
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
  {
    code: 'invalid_parameter',
    description: 'of conflicting location filters',
    request: () => get('events?geoloc=false&geoloc_lat=41'),
    params: () => ({ geoloc: ['geoloc'], geoloc_lng: ['coordinates'] }),
  },
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
