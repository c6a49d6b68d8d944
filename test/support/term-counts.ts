import { query } from './database/database-session.js';
import { readPage } from './records/records.js';
import type { TestCalendar } from './calendar/test-calendar.js';

export type TermPath = 'categories' | 'tags';

/** Numbers of events by id of the term. Terms without events are left out. */
export type Counts = Readonly<Record<number, number>>;

const COUNTED_EVENTS = `
  select id from events where status = 'publish' and published_at <= now() and trashed_at is null
    and not hide_from_listings and password_hash is null`;

/** Links by term. A link to a category counts for its ancestors too. */
const TERM_LINKS = {
  tags: 'select event_id, tag_id as id from event_tags',
  categories: `
    with recursive links (event_id, id) as (
      select event_id, category_id from event_categories
      union
      select links.event_id, above.parent_id from links join categories as above using (id) where above.parent_id > 0
    )
    select event_id, id from links`,
};

/** Counts, by term, the events that any caller can list. */
export async function countFromEvents({ databaseUrl }: TestCalendar, path: TermPath): Promise<Counts> {
  const rows = await query<{ id: string; count: number }>(
    databaseUrl,
    `select id, count(*)::int from (${TERM_LINKS[path]}) as links where event_id in (${COUNTED_EVENTS}) group by id`,
  );
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
}

/** Reads the served counts from all pages of the list. */
export async function servedCounts(calendar: TestCalendar, path: TermPath): Promise<Counts> {
  const counts: Record<number, number> = {};
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await readPage(calendar, `${path}?per_page=50&page=${page}`);
    for (const { id, count } of body[path]) counts[id] = Number(count);
    pages = body.total_pages;
  }
  return counts;
}

/** Finds events whose `category_ids` differ from their links. Ids of deleted categories may remain. */
export function findWrongCategoryIds({ databaseUrl }: TestCalendar): Promise<{ id: string }[]> {
  return query(
    databaseUrl,
    `select id from events where array(select id from unnest(category_ids) as id where id in (select id from categories) order by 1)
      <> array(select category_id from event_categories where event_id = events.id order by 1)`,
  );
}
