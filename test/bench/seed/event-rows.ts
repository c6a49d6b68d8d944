import { sql, type RawBuilder } from 'kysely';
import { idOf, oneOf, pick, share } from './draws.js';
import { joinLinkedIds } from './event-links.js';

/** Time zones. Repeated ones are more likely. No zone changes its offset at a time of day when events start. */
const ZONES = [
  ...Array.from({ length: 14 }, () => 'Europe/Madrid'),
  'UTC',
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/Argentina/Buenos_Aires',
  'Asia/Tokyo',
];
const MINUTES = [45, 60, 60, 90, 90, 90, 120, 120, 120, 150, 180, 240, 480, 2880];
const DAYS = [1, 1, 1, 1, 1, 2, 3, 5, 10, 45];
const COSTS = ['{}', '{}', '{0}', '{0}', '{5 €}', '{12 €}', '{20 €}', '{8 €,12 €}', '{15€}', '{10 €,20 €,30 €}'];
const COST = oneOf('cost', COSTS, 'text');
/** Eight years from 2025. Until the end of 2030, the two years of the default list contain a quarter of the events. */
const START_DAY = sql.lit('2025-01-01');
const DAY_COUNT = 2922;
/** Publication dates are in 2024, or far in the future for the few scheduled events. */
const PUBLISHED = sql`timestamptz '2024-01-01 08:00Z' + ${pick('published', 366 * 24)} * interval '1 hour'`;
const SCHEDULED = sql`timestamptz '2080-01-01 00:00Z' + ${pick('published', 366 * 24)} * interval '1 hour'`;
const MODIFIED = sql`${PUBLISHED} + ${pick('modified', 300 * 24)} * interval '1 hour'`;
/** Condition that is true for a percentage of the events. */
const trueForPercent = (name: string, percent: number) => sql<boolean>`${pick(name, 100)} < ${sql.lit(percent)}`;

/** CTEs for a batch. The last one has its ids, numbers and times: `batch (id, n, zone, all_day, start_local, starts_at, ends_at)`. */
export function batchOf(from: number, to: number): RawBuilder<unknown> {
  return sql`
    numbers as materialized (
      select nextval(pg_get_serial_sequence('events', 'id')) as id, n, ${share('all_day')} < 0.1 as all_day,
        ${oneOf('zone', ZONES, 'text')} as zone, date ${START_DAY} + ${pick('day', DAY_COUNT)} as day
      from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to)}::bigint) as n
    ),
    starts as (
      select *, day + case when all_day then interval '0' else ${timeOfDay()} end as start_local,
        day + ${oneOf('days', DAYS, 'int')} as next_day
      from numbers
    ),
    batch as materialized (
      select id, n, zone, all_day, start_local, start_local at time zone zone as starts_at,
        case when all_day then (next_day - interval '1 second') at time zone zone
          else start_local at time zone zone + ${oneOf('minutes', MINUTES, 'int')} * interval '1 minute' end as ends_at
      from starts
    )`;
}

/** Start times from 08:00 to 22:45, in steps of 15 minutes. */
const timeOfDay = () => sql`make_interval(mins => 480 + 15 * ${pick('time', 60)})`;

/** Inserts the events of `batch` with the ids of their drawn categories. */
export function insertEvents(images: readonly number[]): RawBuilder<unknown> {
  return sql`
    insert into events (id, created_at, modified_at, status, trashed_at, published_at, image_id, starts_at, ends_at,
      start_local, end_local, timezone, all_day, cost, is_free, website, hide_from_listings, sticky, featured, ticketed,
      post_parent_id, category_ids)
    select id, ${PUBLISHED}, ${MODIFIED}, ${STATUS}, ${TRASHED}, ${PUBLISHED_AT},
      case when ${trueForPercent('has_image', 60)} then ${idOf('image', images)} end, starts_at, ends_at,
      start_local, ends_at at time zone zone, zone, all_day, ${COST}::text[], case when ${COST} <> '{}' then ${COST} = '{0}' end,
      case when ${trueForPercent('website', 30)} then 'https://agenda.example/events/' || n end,
      ${trueForPercent('hidden', 1)}, ${trueForPercent('sticky', 2)}, ${trueForPercent('featured', 5)},
      ${trueForPercent('ticketed', 15)}, parent_id,
      coalesce(category_ids, '{}')
    from batch ${joinLinkedIds('category')}
      left join ${PARENTS} on ${trueForPercent('has_parent', 3)} and parent_n = n - 1 - ${pick('parent', 20)}
    returning id`;
}

/** Candidates for parents: three percent of the events have a parent from shortly before in their batch. */
const PARENTS = sql`(select n as parent_n, id as parent_id from batch) as parents`;

/** Percentages of events: 4 draft, 1 pending, 1 private, 2 scheduled, 2 in the trash. */
const STATUS_PERCENTILE = pick('status', 100);
const STATUS = sql`case when ${STATUS_PERCENTILE} < 4 then 'draft' when ${STATUS_PERCENTILE} = 4 then 'pending' when ${STATUS_PERCENTILE} = 5 then 'private'
  else 'publish' end`;
const PUBLISHED_AT = sql`case when ${STATUS_PERCENTILE} < 5 then null when ${STATUS_PERCENTILE} in (6, 7) then ${SCHEDULED} else ${PUBLISHED} end`;
const TRASHED = sql`case when ${STATUS_PERCENTILE} in (8, 9) then ${MODIFIED} end`;
