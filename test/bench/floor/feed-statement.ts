import { isPublic, type Statement } from './statements.js';

/** Number of events that one statement reads. */
export const BATCH_SIZE = 1000;

/** The columns of a row, in the order of {@link FEED_BATCH}, as PostgreSQL text. Linked records are JSON. */
export type FeedRow = readonly [
  id: string,
  startMicroseconds: string,
  startSeconds: string,
  endSeconds: string,
  start: string,
  end: string,
  timezone: string,
  allDay: string,
  sequence: string,
  language: string,
  title: string,
  description: string,
  published: string,
  imageUrl: string | null,
  venues: string | null,
  organizers: string | null,
  terms: string | null,
  modified: string,
];

/** A date and time as iCalendar writes it, without the final `Z` of UTC. */
const dateTime = (timestamp: string) => `to_char(${timestamp}, 'YYYYMMDD"T"HH24MISS')`;
const seconds = (instant: string) => `extract(epoch from ${instant})::bigint`;

/** Linked venues or organizers of an event, with the time of their last change. */
const linked = (kind: string, plural: string, columns: string) => `
  left join lateral (
    select json_agg(json_build_array(t.language, t.name, ${columns}) order by link.position) as links,
      max(greatest(r.modified_at, r.published_at)) as modified
    from event_${plural} as link join ${plural} as r on r.id = link.${kind}_id and ${isPublic('r')}
      join ${kind}_translations as t on t.${kind}_id = r.id and 'en' = any (t.fallback_languages)
    where link.event_id = e.id
  ) as ${plural} on true`;

const termsOf = (kind: string, plural: string, rank: number) => `
  select ${rank} as rank, link.position, t.language, t.name, r.modified_at from event_${plural} as link
    join ${plural} as r on r.id = link.${kind}_id
    join ${kind}_translations as t on t.${kind}_id = r.id and 'en' = any (t.fallback_languages)
  where link.event_id = e.id`;

/** Events after the start `$1` in microseconds and the id `$2`, with the columns that a calendar file needs. */
export const FEED_BATCH: Statement = {
  name: 'feed-batch',
  text: `
    select e.id, (extract(epoch from e.starts_at) * 1000000)::bigint, ${seconds('e.starts_at')}, ${seconds('e.ends_at')},
      ${dateTime('e.start_local')}, ${dateTime('e.end_local')}, e.timezone, e.all_day, e.version - 1,
      t.language, t.title, t.description, ${dateTime(`e.published_at at time zone 'UTC'`)},
      (select i.url from images as i where i.id = e.image_id), venues.links, organizers.links, terms.links,
      ${dateTime(`greatest(e.modified_at, e.published_at, venues.modified, organizers.modified, terms.modified) at time zone 'UTC'`)}
    from (
      select * from events as e where ${isPublic('e')} and not e.hide_from_listings
        and (e.starts_at, e.id) > (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::bigint)
      order by e.starts_at, e.id limit ${BATCH_SIZE}
    ) as e join event_translations as t on t.event_id = e.id and 'en' = any (t.fallback_languages)
    ${linked('venue', 'venues', 'r.address, r.zip, r.city, r.country, r.geo_lat, r.geo_lng')}
    ${linked('organizer', 'organizers', 'r.phone, r.email, r.website')}
    left join lateral (
      select json_agg(json_build_array(language, name) order by rank, position) as links, max(modified_at) as modified
      from (${termsOf('category', 'categories', 1)} union all ${termsOf('tag', 'tags', 2)}) as term
    ) as terms on true
    order by e.starts_at, e.id`,
};
