import type pg from 'pg';

/** Gives one value after another, all of them before any comes again. */
export type Draw<Value> = () => Value;

/** What a database has to ask for, drawn anew for each run. */
export interface Values {
  /** Ids and slugs of events that everybody reads. */
  readonly id: Draw<number>;
  readonly slug: Draw<string>;
  readonly category: Draw<number>;
  readonly tag: Draw<number>;
  readonly venue: Draw<number>;
  readonly organizer: Draw<number>;
  /** Events that have others below them. */
  readonly parent: Draw<number>;
  /** Words of the events' texts, of three letters and more. */
  readonly word: Draw<string>;
  /** Two letters that stand in words. */
  readonly letters: Draw<string>;
  /** A point near some venue. */
  readonly point: Draw<string>;
  /** A day in the four weeks from today. */
  readonly day: Draw<string>;
}

/** Values in random order, again and again. */
export function drawn<Value>(values: readonly Value[]): Draw<Value> {
  const shuffled = values.map((value) => ({ value, lot: Math.random() })).toSorted((one, other) => one.lot - other.lot);
  let next = 0;
  return () => {
    const value = shuffled[next++ % shuffled.length]?.value;
    if (value === undefined) throw new Error('There is nothing to draw');
    return value;
  };
}

/** One of some values at random. */
export function anyOf<Value>(values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(Math.random() * values.length)] ?? values[0];
}

const PUBLIC = `status = 'publish' and published_at <= now() and trashed_at is null`;

/** Draws what a database has. */
export async function readValues(session: pg.Client): Promise<Values> {
  const column = async <Value>(statement: string): Promise<Value[]> => {
    const { rows } = await session.query<{ value: Value }>(statement);
    return rows.map(({ value }) => value);
  };
  const some = (from: string) => `select value from (${from}) as all_values order by random() limit 2000`;
  const events = await column<{ id: number; slug: string }>(
    some(`
    select json_build_object('id', id, 'slug', slug) as value from events join event_translations on event_id = id
    where ${PUBLIC} and 'en' = any (fallback_languages)`),
  );
  const texts = await column<string>(
    `select search_text as value from event_translations where 'en' = any (fallback_languages) order by random() limit 500`,
  );
  const words = [...new Set(texts.flatMap((text) => text.match(/[a-z]{3,}/g) ?? []))];
  return {
    id: drawn(events.map(({ id }) => id)),
    slug: drawn(events.map(({ slug }) => slug)),
    category: drawn(await column('select id::int as value from categories')),
    tag: drawn(await column('select id::int as value from tags')),
    venue: drawn(await column(some(`select id::int as value from venues where ${PUBLIC}`))),
    organizer: drawn(await column(some(`select id::int as value from organizers where ${PUBLIC}`))),
    parent: drawn(await column(some(PARENTS))),
    word: drawn(words),
    letters: drawn([...new Set(words.map((word) => word.slice(1, 3)))]),
    point: drawn(await column(some(POINTS))),
    day: drawn(Array.from({ length: 28 }, (_each, days) => dayFromToday(days))),
  };
}

const PARENTS = `select id::int as value from events as parent
  where ${PUBLIC} and exists (select from events where post_parent_id = parent.id)`;

const POINTS = `select format('geoloc_lat=%s&geoloc_lng=%s', geo_lat + 0.1 * random(), geo_lng - 0.1 * random()) as value
  from venues where geo_lat is not null`;

/** `2026-03-01`, in UTC, as the services here count their days. */
export const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
