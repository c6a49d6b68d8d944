import { ACCOUNT_TABLES } from './account-tables.js';
import {
  createTableSql,
  type KindTables,
  namedTranslationTablesSql,
  publishableTableSql,
  RECORD_COLUMNS,
  translationTablesSql,
} from './record-tables.js';

/** Names of a kind's tables and columns, derived from the name of the kind and of its table of records. */
export const kindTables = (name: string, table: string, titleColumn = 'name'): KindTables => ({
  name,
  table,
  titleColumn,
  translationsTable: `${name}_translations`,
  slugsTable: `${name}_slugs`,
  foreignKey: `${name}_id`,
});

const EVENT = kindTables('event', 'events', 'title');
const VENUE = kindTables('venue', 'venues');
const ORGANIZER = kindTables('organizer', 'organizers');
const CATEGORY = kindTables('category', 'categories');
const TAG = kindTables('tag', 'tags');

/** The kinds of the calendar. */
export const KINDS = [EVENT, VENUE, ORGANIZER, CATEGORY, TAG];

/** The kinds of terms. */
export const TERM_KINDS = [CATEGORY, TAG];

/** Tables of links from events to other records. */
export const LINK_TABLES = KINDS.slice(1).map(({ table }) => `event_${table}`);

const SEARCH_FIELDS = `search_fields text not null default ''`;
const MAP_COLUMNS = ['show_map boolean not null default true', 'show_map_link boolean not null default true'];

const VENUE_AND_ORGANIZER_TABLES = [
  ...publishableTableSql(VENUE, [
    ...['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website'].map(
      (name) => `${name} text`,
    ),
    'geo_lat double precision check (geo_lat between -90 and 90)',
    'geo_lng double precision check (geo_lng between -180 and 180)',
    ...MAP_COLUMNS,
    SEARCH_FIELDS,
    'check ((geo_lat is null) = (geo_lng is null))',
  ]),
  ...publishableTableSql(ORGANIZER, ['phone text', 'website text', 'email text', SEARCH_FIELDS]),
  ...[VENUE, ORGANIZER].flatMap((kind) => [
    ...namedTranslationTablesSql(kind),
    `create index ${kind.table}_search_fields_index on ${kind.table} using gin (search_fields gin_trgm_ops)`,
  ]),
];

/** Names are unique by digest: a folded name may be longer than an index entry. Of categories, they are unique among siblings. */
const TERM_TABLES = [
  createTableSql('categories', [
    ...RECORD_COLUMNS,
    'parent_id bigint references categories check (parent_id <> id)',
    'sibling_scope bigint not null generated always as (coalesce(parent_id, 0)) stored',
    'unique (id, sibling_scope)',
  ]),
  'create index categories_parent_id_index on categories (parent_id)',
  ...translationTablesSql(CATEGORY, [
    'name_key text not null',
    'sibling_scope bigint not null default 0',
    'foreign key (category_id, sibling_scope) references categories (id, sibling_scope) deferrable initially deferred',
  ]),
  'create unique index category_translations_name_key on category_translations (md5(name_key), language, sibling_scope)',
  createTableSql('tags', RECORD_COLUMNS),
  ...translationTablesSql(TAG, ['name_key text not null']),
  'create unique index tag_translations_name_key on tag_translations (md5(name_key), language)',
];

/** Whether all prices of an event are zero. Null without prices. */
export const IS_FREE = 'is_free boolean';

export const COST_DETAILS = `cost_details jsonb check (jsonb_typeof(cost_details) = 'object')`;

const EVENT_TABLES = [
  ...publishableTableSql(EVENT, [
    'starts_at timestamptz(0) not null',
    'ends_at timestamptz(0) not null',
    'start_local timestamp(0) not null',
    'end_local timestamp(0) not null',
    'timezone text not null',
    'all_day boolean not null default false',
    `cost text[] not null default '{}'`,
    COST_DETAILS,
    IS_FREE,
    'website text',
    ...MAP_COLUMNS,
    'hide_from_listings boolean not null default false',
    'sticky boolean not null default false',
    'featured boolean not null default false',
    'ticketed boolean not null default false',
    'password_hash text',
    'post_parent_id bigint references events on delete set null check (post_parent_id <> id)',
    `category_ids bigint[] not null default '{}'`,
    SEARCH_FIELDS,
    'check (ends_at >= starts_at)',
  ]),
  'create index events_starts_at_index on events (starts_at, id)',
  'create index events_ends_at_index on events (ends_at, id)',
  `create index events_running_index on events using gist (tstzrange(starts_at, ends_at, '[]'))`,
  'create index events_post_parent_id_index on events (post_parent_id)',
  // Covers the time window of lists: a count reads no events.
  `create index events_listed_index on events (starts_at, id) include (ends_at, published_at, password_hash, featured, ticketed)
    where status = 'publish' and trashed_at is null and not hide_from_listings`,
  // Events with a password are searched by their title only.
  ...translationTablesSql(EVENT, [`excerpt text not null default ''`, 'search_title text']),
  ...KINDS.slice(1).map(({ table, foreignKey }) =>
    createTableSql(`event_${table}`, [
      'event_id bigint not null references events on delete cascade',
      `${foreignKey} bigint not null references ${table} on delete cascade`,
      'position smallint not null',
      `primary key (event_id, ${foreignKey})`,
    ]),
  ),
  ...TERM_KINDS.map(
    ({ table, foreignKey }) => `create index event_${table}_${foreignKey}_index on event_${table} (${foreignKey})`,
  ),
];

/** Statements that create the tables of an empty database. */
export const TABLES_SQL = [
  'create extension if not exists pg_trgm',
  createTableSql('service_state', [
    'key text primary key',
    'value text not null',
    'is_complete boolean not null default true',
  ]),
  ...ACCOUNT_TABLES,
  ...VENUE_AND_ORGANIZER_TABLES,
  ...TERM_TABLES,
  ...EVENT_TABLES,
];
