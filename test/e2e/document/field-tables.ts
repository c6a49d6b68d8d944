/**
 * A field or parameter of the interface specification. A `default` of `undefined` means that the specification does
 * not define a default.
 */
export interface InterfaceField {
  readonly name: string;
  readonly type: 'string' | 'date-time' | 'integer' | 'number' | 'boolean' | 'integers' | 'any';
  readonly default?: unknown;
  readonly required?: true;
  /** Differences between the service and the specification, with the reason. */
  readonly deviation?: Readonly<{ type?: string; format?: string; default?: unknown; why: string }>;
}

const NO_VALUE = 'a default of null means that there is none: nothing is said of it';
const IMAGE = { type: 'anyOf', why: 'an ID, a URL or, as reads serve it, an object' } as const;
const SHOWN = {
  type: 'boolean',
  default: true,
  why: 'a boolean that takes texts such as `yes`, and true by 6.13',
} as const;
const FLAG = { default: false, why: 'the default that the interface leaves open' } as const;
const URL = { type: 'string', format: 'uri', why: 'an address' } as const;
const IDS_AND_MORE = { type: 'array', why: 'IDs, and by the description of the interface names or data' } as const;

/** Same in sections 2.1, 2.2 and 2.3 of the specification. */
const PUBLISHED: readonly InterfaceField[] = [
  { name: 'author', type: 'integer' },
  { name: 'date', type: 'string' },
  { name: 'date_utc', type: 'string' },
  { name: 'description', type: 'string' },
  { name: 'status', type: 'string' },
  { name: 'image', type: 'string', deviation: IMAGE },
  { name: 'ml_language', type: 'string' },
];

const texts = (...names: readonly string[]): InterfaceField[] =>
  names.map((name) => ({ name, type: 'string', deviation: { why: NO_VALUE } }));

/** Section 2 of the specification: fields of create and update. */
export const RECORD_FIELDS = {
  Event: [
    { name: 'title', type: 'string', required: true },
    { name: 'start_date', type: 'date-time', required: true },
    { name: 'end_date', type: 'date-time', required: true },
    ...PUBLISHED,
    { name: 'slug', type: 'string' },
    { name: 'excerpt', type: 'string' },
    { name: 'timezone', type: 'string' },
    { name: 'all_day', type: 'boolean', default: false },
    { name: 'cost', type: 'any', deviation: { type: 'anyOf', why: 'a text, a number, or several' } },
    { name: 'website', type: 'any', deviation: URL },
    { name: 'show_map', type: 'boolean', deviation: SHOWN },
    { name: 'show_map_link', type: 'boolean', deviation: SHOWN },
    { name: 'hide_from_listings', type: 'boolean', deviation: FLAG },
    { name: 'sticky', type: 'boolean', deviation: FLAG },
    { name: 'featured', type: 'boolean', deviation: FLAG },
    { name: 'categories', type: 'integers', deviation: IDS_AND_MORE },
    { name: 'tags', type: 'integers', deviation: IDS_AND_MORE },
    { name: 'venue', type: 'integers', deviation: IDS_AND_MORE },
    { name: 'organizer', type: 'integers', deviation: IDS_AND_MORE },
  ],
  Venue: [
    { name: 'venue', type: 'string', required: true },
    ...PUBLISHED,
    { name: 'show_map', type: 'string', deviation: SHOWN },
    { name: 'show_map_link', type: 'string', deviation: SHOWN },
    ...texts('address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'),
    { name: 'website', type: 'string', deviation: URL },
  ],
  Organizer: [
    { name: 'organizer', type: 'string', required: true },
    ...PUBLISHED,
    ...texts('phone'),
    { name: 'website', type: 'string', deviation: URL },
    { name: 'email', type: 'string', deviation: { format: 'email', why: 'an address' } },
  ],
  Category: [
    { name: 'name', type: 'string', required: true },
    { name: 'description', type: 'string' },
    { name: 'slug', type: 'string' },
    { name: 'parent', type: 'integer' },
    { name: 'ml_language', type: 'string' },
  ],
  Tag: [
    { name: 'name', type: 'string', required: true },
    { name: 'description', type: 'string' },
    { name: 'slug', type: 'string' },
    { name: 'ml_language', type: 'string' },
  ],
} as const satisfies Readonly<Record<string, readonly InterfaceField[]>>;

const PAGED: readonly InterfaceField[] = [
  { name: 'page', type: 'integer', default: 1 },
  { name: 'per_page', type: 'integer', default: 12 },
  { name: 'search', type: 'string' },
  { name: 'ml_language', type: 'string' },
];
const STATUS = {
  name: 'status',
  type: 'string',
  deviation: { type: 'array', why: 'one status or, by 7.1, several' },
} as const satisfies InterfaceField;
const DATE_BOUND = { format: undefined, why: 'also relative dates, by 2.4' } as const;
const dateBounds = (...names: readonly string[]): InterfaceField[] =>
  names.map((name) => ({ name, type: 'date-time', deviation: DATE_BOUND }));

/** Lists of venues and organizers. */
const VENUE_AND_ORGANIZER_PARAMETERS: readonly InterfaceField[] = [
  ...PAGED,
  STATUS,
  { name: 'event', type: 'integer' },
  { name: 'has_events', type: 'any', deviation: { type: 'boolean', why: 'by 7.10' } },
  { name: 'only_with_upcoming', type: 'any', default: false, deviation: { type: 'boolean', why: 'by 7.10' } },
];

const TERM_PARAMETERS: readonly InterfaceField[] = [
  ...PAGED,
  { name: 'exclude', type: 'integers' },
  { name: 'include', type: 'integers' },
  { name: 'order', type: 'string', deviation: { default: 'asc', why: 'by 7.11' } },
  { name: 'orderby', type: 'string', deviation: { default: 'name', why: 'by 7.11' } },
  { name: 'hide_empty', type: 'boolean', default: true },
  { name: 'post', type: 'integer' },
  { name: 'event', type: 'integer' },
  { name: 'slug', type: 'string' },
];

/** Section 4 of the specification: parameters of lists. */
export const LIST_PARAMETERS = {
  events: [
    ...PAGED,
    STATUS,
    ...dateBounds('start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'),
    { name: 'strict_dates', type: 'boolean', default: false },
    { name: 'categories', type: 'integers', deviation: IDS_AND_MORE },
    { name: 'tags', type: 'integers', deviation: IDS_AND_MORE },
    { name: 'venue', type: 'integers' },
    { name: 'organizer', type: 'integers' },
    { name: 'featured', type: 'boolean' },
    { name: 'geoloc', type: 'boolean' },
    { name: 'geoloc_lat', type: 'number' },
    { name: 'geoloc_lng', type: 'number' },
    { name: 'include', type: 'integers' },
    { name: 'post_parent', type: 'integer' },
    { name: 'ticketed', type: 'boolean' },
  ],
  venues: VENUE_AND_ORGANIZER_PARAMETERS,
  organizers: VENUE_AND_ORGANIZER_PARAMETERS,
  categories: [...TERM_PARAMETERS, { name: 'parent', type: 'integer' }],
  tags: TERM_PARAMETERS,
} as const satisfies Readonly<Record<string, readonly InterfaceField[]>>;

/** Section 4.1 of the specification: parameters of the namespace index. */
export const INDEX_PARAMETERS: readonly InterfaceField[] = [
  { name: 'namespace', type: 'string', default: 'calendar/events/v1' },
  { name: 'context', type: 'string', default: 'view' },
  { name: 'ml_language', type: 'string' },
];

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'date-time', number: 'double' };
const TYPES: Readonly<Record<string, string>> = { 'date-time': 'string', integers: 'array' };

/** Expected type, format and default of a field in the OpenAPI document. */
export function expectedSchema({ type, deviation, ...field }: InterfaceField): Record<string, unknown> {
  const isBound = deviation && 'format' in deviation;
  return {
    type: deviation?.type ?? TYPES[type] ?? type,
    format: isBound ? deviation.format : (FORMATS[type] ?? undefined),
    default: field.default ?? deviation?.default,
  };
}
