/** A statement. A named one is prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Condition: visible to anonymous callers. */
export const isPublic = (alias: string) =>
  `${alias}.status = 'publish' and ${alias}.published_at <= now() and ${alias}.trashed_at is null`;

/** Wall-clock time of an instant in a time zone. */
const localTime = (instant: string, zone: string) => `(date_trunc('second', ${instant}) at time zone ${zone})::text`;

/** UTC offset of a wall-clock time in minutes. */
const offset = (local: string, instant: string) =>
  `(extract(epoch from ${local} - (${instant} at time zone 'UTC')) / 60)::int`;

const publishableColumns = (alias: string) => `${alias}.id, t.slug, t.description, t.language, t.translations, t.name,
  ${alias}.author_id, ${localTime(`${alias}.published_at`, `'UTC'`)}, ${localTime(`${alias}.modified_at`, `'UTC'`)},
  (select json_build_array(i.id, i.url) from images as i where i.id = ${alias}.image_id), ${alias}.image_alt,
  ${alias}.custom_fields`;

const VENUE = `json_build_array(${publishableColumns('v')}, v.address, v.city, v.country, v.province, v.state, v.stateprovince,
  v.zip, v.phone, v.website, v.geo_lat, v.geo_lng, v.show_map, v.show_map_link)`;
const ORGANIZER = `json_build_array(${publishableColumns('o')}, o.phone, o.website, o.email)`;
const CATEGORY = 'json_build_array(c.id, t.slug, t.description, t.language, t.translations, t.name, c.parent_id)';
const TAG = 'json_build_array(g.id, t.slug, t.description, t.language, t.translations, t.name)';

/** Columns of an event `e` with its translation `t` and image. */
const EVENT_COLUMNS = `
  e.id, t.slug, t.description, t.language, t.translations, e.author_id, e.image_alt, e.custom_fields, t.title, t.excerpt,
  e.all_day, e.start_local::text, e.end_local::text, e.timezone, e.event_status, e.attendance_mode, e.online_url,
  e.previous_start_local::text as previous_start_date, e.cost::text, e.website, e.show_map, e.show_map_link,
  e.hide_from_listings, e.sticky, e.featured, e.ticketed, e.password_hash is not null as password_protected,
  ${localTime('e.published_at', 'e.timezone')} as date, ${localTime('e.published_at', `'UTC'`)} as date_utc,
  ${localTime('e.modified_at', 'e.timezone')} as modified, ${localTime('e.modified_at', `'UTC'`)} as modified_utc,
  ${offset('e.start_local', 'e.starts_at')} as start_offset, ${offset('e.end_local', 'e.ends_at')} as end_offset,
  (select json_build_array(i.id, i.url) from images as i where i.id = e.image_id) as image`;

/** All columns of an event. Linked records are JSON. */
const EVENT = `${EVENT_COLUMNS},
  (select p.id from events as p where p.id = e.post_parent_id and ${isPublic('p')}) as post_parent,
  (select json_agg(${VENUE} order by link.position) from event_venues as link join venues as v on v.id = link.venue_id
    join venue_translations as t on t.venue_id = v.id and 'en' = any (t.fallback_languages)
    where link.event_id = e.id and ${isPublic('v')}) as venue,
  (select json_agg(${ORGANIZER} order by link.position) from event_organizers as link
    join organizers as o on o.id = link.organizer_id
    join organizer_translations as t on t.organizer_id = o.id and 'en' = any (t.fallback_languages)
    where link.event_id = e.id and ${isPublic('o')}) as organizer,
  (select json_agg(${CATEGORY} order by link.position) from event_categories as link
    join categories as c on c.id = link.category_id
    join category_translations as t on t.category_id = c.id and 'en' = any (t.fallback_languages) where link.event_id = e.id) as categories,
  (select json_agg(${TAG} order by link.position) from event_tags as link join tags as g on g.id = link.tag_id
    join tag_translations as t on t.tag_id = g.id and 'en' = any (t.fallback_languages) where link.event_id = e.id) as tags`;

const EVENT_TEXT = `event_translations as t on t.event_id = e.id and 'en' = any (t.fallback_languages)`;
const IS_LISTED = `${isPublic('e')} and not e.hide_from_listings`;
/** Time window from `$1` to `$2`. No event ends before it starts, so each bound limits both columns. */
const WINDOW = `e.starts_at >= $1 and e.starts_at <= $2 and e.ends_at >= $1 and e.ends_at <= $2`;
const ORDER = 'order by e.starts_at, e.id';
const POSITION = '(extract(epoch from e.starts_at) * 1000000)::bigint::text as position';

const selectPage = (page: string) => `
  select ${EVENT}, ${POSITION}, total from ${page}
  join events as e using (id) join ${EVENT_TEXT} ${ORDER}`;

export const BY_ID: Statement = {
  name: 'by-id',
  text: `select ${EVENT} from events as e join ${EVENT_TEXT} where e.id = $1 and ${isPublic('e')}`,
};

export const BY_SLUG: Statement = {
  name: 'by-slug',
  text: `select ${EVENT} from events as e join ${EVENT_TEXT}
    where e.id = (select event_id from event_slugs where slug = $1) and ${isPublic('e')}`,
};

const TOTAL = `(select count(*) from events as e where ${IS_LISTED} and ${WINDOW}) as total`;

/** Page and total. The page uses the index of the sort order, the total an index that covers its conditions. */
const listStatement = (name: string, condition = ''): Statement => ({
  name,
  text: `with page as materialized (
      select e.id from events as e where ${IS_LISTED} and ${WINDOW} ${condition} ${ORDER} limit 13
    ), counted as materialized (select ${TOTAL})
    ${selectPage('page cross join counted')}`,
});

export const DEFAULT_LIST = listStatement('default-list');

/** Page after the cursor: start in microseconds `$3`, id `$4`. */
export const NEXT_PAGE = listStatement(
  'next-page',
  `and (e.starts_at, e.id) > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint)`,
);

/** Ids of a category and its descendants. */
export const BELOW: Statement = {
  name: 'below',
  text: `with recursive below as (
      select $1::bigint as id union select c.id from categories as c join below on c.parent_id = below.id
    ) select array_agg(id) as ids from below`,
};

/**
 * Categories `$3`, pattern of the word `$4`. The total scans all matches, so the page is taken from the same result. The statement is
 * unnamed, because the best plan depends on the frequency of the word.
 */
export const FILTERED_LIST: Statement = {
  text: `with fitting as materialized (
      select e.id, e.starts_at from events as e join ${EVENT_TEXT}
      where ${IS_LISTED} and ${WINDOW} and t.search_text like $4 and e.password_hash is null and exists (
        select from event_categories as link where link.event_id = e.id and link.category_id = any ($3::bigint[]))
    ), counted as materialized (select count(*) as total from fitting),
    page as materialized (select e.id from fitting as e ${ORDER} limit 13)
    ${selectPage('page cross join counted')}`,
};

/**
 * Inserts all rows of a simple event in one statement, and therefore one transaction, and returns the columns to serve.
 */
export const CREATE: Statement = {
  name: 'create',
  text: `with fresh as materialized (
      select nextval(pg_get_serial_sequence('events', 'id')) as id, now() as moment,
        $1::text as title, $2::text as description, $3::text as slug, $4::text as search_text,
        $5::timestamp as start_local, $6::timestamp as end_local, $7::text as zone,
        $8::bigint as venue_id, $9::bigint as category_id, $10::bigint as author_id
    ), event as (
      insert into events (id, created_at, modified_at, version, author_id, status, published_at, starts_at, ends_at,
        start_local, end_local, timezone, cost, custom_fields)
      select id, moment, moment, 1, author_id, 'publish', date_trunc('second', moment), start_local at time zone zone,
        end_local at time zone zone, start_local, end_local, zone, '{}', '{}' from fresh
      returning *
    ), slug as (
      insert into event_slugs (slug, event_id, current) select slug, id, true from fresh
    ), text as (
      insert into event_translations (event_id, language, title, description, excerpt, slug, search_text, search_title, fallback_languages, translations)
      select id, 'en', title, description, '', slug, search_text, lower(title), fallback_languages('en', array['en']),
        jsonb_build_object('en', slug) from fresh
      returning *
    ), venue as (
      insert into event_venues (event_id, venue_id, position) select id, venue_id, 0 from fresh
    ), category as (
      insert into event_categories (event_id, category_id, position) select id, category_id, 0 from fresh
    ), audit as (
      insert into audit_entries (user_id, username, role, action, kind, record_id, language, client, request_id, changes)
      select author_id, 'admin', 'administrator', 'create', 'event', id, 'en', '127.0.0.1', gen_random_uuid()::text,
        jsonb_build_object('title', jsonb_build_object('from', null, 'to', title),
          'description', jsonb_build_object('from', null, 'to', description),
          'start_date', jsonb_build_object('from', null, 'to', start_local), 'end_date', jsonb_build_object('from', null, 'to', end_local),
          'timezone', jsonb_build_object('from', null, 'to', zone), 'venue', jsonb_build_object('added', array[venue_id]),
          'categories', jsonb_build_object('added', array[category_id]))
      from fresh
    )
    select ${EVENT_COLUMNS}, null as post_parent, null as organizer, null as tags,
      (select json_build_array(${VENUE}) from venues as v join venue_translations as t on t.venue_id = v.id and 'en' = any (t.fallback_languages)
        where v.id = fresh.venue_id and ${isPublic('v')}) as venue,
      (select json_build_array(${CATEGORY}) from categories as c
        join category_translations as t on t.category_id = c.id and 'en' = any (t.fallback_languages) where c.id = fresh.category_id) as categories
    from fresh cross join event as e cross join text as t`,
};
