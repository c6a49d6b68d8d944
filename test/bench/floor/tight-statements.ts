import type { Statement } from './statements.js';

/** Formats a timestamp: `2027-07-09 21:30:00`. */
const formatTimestamp = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;

const linkedRecords = (table: string, link: string, key: string) =>
  `coalesce((select json_agg(r order by r.id) from ${link} as l join ${table} as r on r.id = l.${key} where l.event_id = e.id), '[]')`;

/** Members of an event except organizers, categories and tags. */
const EVENT_MEMBERS = `'id', e.id, 'title', e.title, 'slug', e.slug, 'status', e.status, 'description', e.description, 'excerpt', e.excerpt,
  'start_date', ${formatTimestamp('e.start_date')}, 'end_date', ${formatTimestamp('e.end_date')},
  'utc_start_date', ${formatTimestamp('e.utc_start_date')}, 'utc_end_date', ${formatTimestamp('e.utc_end_date')},
  'timezone', e.timezone, 'all_day', e.all_day, 'cost', e.cost, 'website', e.website, 'show_map', e.show_map,
  'show_map_link', e.show_map_link, 'hide_from_listings', e.hide_from_listings, 'sticky', e.sticky, 'featured', e.featured,
  'ml_language', e.ml_language, 'date', e.date_created, 'modified', e.date_modified,
  'venue', (select to_json(v) from venues as v where v.id = e.venue_id)`;

const EVENT = `json_build_object(${EVENT_MEMBERS},
  'organizer', ${linkedRecords('organizers', 'event_organizers', 'organizer_id')},
  'categories', ${linkedRecords('categories', 'event_categories', 'category_id')},
  'tags', ${linkedRecords('tags', 'event_tags', 'tag_id')})`;

const IS_LISTED = `status = 'publish' and not hide_from_listings
  and utc_start_date >= $1::timestamp and utc_start_date < $1::timestamp + interval '2 years'`;

/** First page and total of the two years from a time. */
export const TIGHT_LIST: Statement = {
  name: 'tight-list',
  text: `with total as (select count(*)::int as n from events where ${IS_LISTED})
    select json_build_object('events', coalesce((select json_agg(${EVENT} order by e.utc_start_date, e.id)
      from (select * from events where ${IS_LISTED} order by utc_start_date, id limit 12) as e), '[]'),
      'total', total.n, 'total_pages', ceil(total.n / 12::numeric)::int)::text as body from total`,
};

export const TIGHT_READ: Statement = {
  name: 'tight-read',
  text: `select ${EVENT}::text as body from events as e where e.id = $1`,
};

const insertLinks = (member: string, table: string, key: string) => `new_${table} as (
      insert into event_${table} select e.id, linked::int from e,
        jsonb_array_elements_text(coalesce($1::jsonb -> '${member}', '[]')) as linked returning ${key})`;

const insertedRecords = (member: string, table: string, key: string) => `'${member}', coalesce(
      (select json_agg(r order by r.id) from new_${table} as l join ${table} as r on r.id = l.${key}), '[]')`;

/** Creates an event from the JSON of the request. */
export const TIGHT_CREATE: Statement = {
  name: 'tight-create',
  text: `with e as (
      insert into events (title, slug, status, description, start_date, end_date, utc_start_date, utc_end_date, timezone, all_day, venue_id)
      select j ->> 'title', 'e-' || gen_random_uuid(), 'publish', j ->> 'description', start_date, end_date,
        start_date at time zone z at time zone 'UTC', end_date at time zone z at time zone 'UTC', z, false, (j -> 'venue' ->> 0)::int
      from (select j, j ->> 'timezone' as z, (j ->> 'start_date')::timestamp as start_date, (j ->> 'end_date')::timestamp as end_date
        from (select $1::jsonb as j) as sent) as read
      returning *
    ), ${insertLinks('organizer', 'organizers', 'organizer_id')}, ${insertLinks('categories', 'categories', 'category_id')},
      ${insertLinks('tags', 'tags', 'tag_id')}
    select json_build_object(${EVENT_MEMBERS}, ${insertedRecords('organizer', 'organizers', 'organizer_id')},
      ${insertedRecords('categories', 'categories', 'category_id')}, ${insertedRecords('tags', 'tags', 'tag_id')})::text as body
    from e`,
};
