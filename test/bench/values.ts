import type pg from 'pg';

/** Returns another value on each call. No value repeats before all have been returned. */
export type Draw<Value> = () => Value;

/** Random values of a database for requests. */
export interface Values {
  /** Ids and slugs of public events. */
  readonly id: Draw<number>;
  readonly slug: Draw<string>;
  readonly category: Draw<number>;
  readonly tag: Draw<number>;
  readonly venue: Draw<number>;
  readonly organizer: Draw<number>;
  /** Events with child events. */
  readonly parent: Draw<number>;
  /** Words in event texts, with at least three letters. */
  readonly word: Draw<string>;
  /** Two adjacent letters of a word. */
  readonly letters: Draw<string>;
  /** Parameters of a point near a venue. */
  readonly point: Draw<string>;
  /** A day in the four weeks from today. */
  readonly day: Draw<string>;
}

/** Draws the values in random order, and repeats that order. */
export function shuffledDraw<Value>(values: readonly Value[]): Draw<Value> {
  const shuffled = values
    .map((value) => ({ value, sortKey: Math.random() }))
    .toSorted((left, right) => left.sortKey - right.sortKey);
  let next = 0;
  return () => {
    const value = shuffled[next++ % shuffled.length]?.value;
    if (value === undefined) throw new Error('No values to draw from');
    return value;
  };
}

const PUBLIC = `status = 'publish' and published_at <= now() and trashed_at is null`;

/** Reads values from a database. */
export async function readValues(session: pg.Client): Promise<Values> {
  const column = async <Value>(statement: string): Promise<Value[]> => {
    const { rows } = await session.query<{ value: Value }>(statement);
    return rows.map(({ value }) => value);
  };
  const randomRows = (from: string) => `select value from (${from}) as all_values order by random() limit 2000`;
  const events = await column<{ id: number; slug: string }>(
    randomRows(`
    select json_build_object('id', id, 'slug', slug) as value from events join event_translations on event_id = id
    where ${PUBLIC} and 'en' = any (fallback_languages)`),
  );
  const texts = await column<string>(
    `select search_text as value from event_translations where 'en' = any (fallback_languages) order by random() limit 500`,
  );
  const words = [...new Set(texts.flatMap((text) => text.match(/[a-z]{3,}/g) ?? []))];
  return {
    id: shuffledDraw(events.map(({ id }) => id)),
    slug: shuffledDraw(events.map(({ slug }) => slug)),
    category: shuffledDraw(await column('select id::int as value from categories')),
    tag: shuffledDraw(await column('select id::int as value from tags')),
    venue: shuffledDraw(await column(randomRows(`select id::int as value from venues where ${PUBLIC}`))),
    organizer: shuffledDraw(await column(randomRows(`select id::int as value from organizers where ${PUBLIC}`))),
    parent: shuffledDraw(await column(randomRows(PARENTS))),
    word: shuffledDraw(words),
    letters: shuffledDraw([...new Set(words.map((word) => word.slice(1, 3)))]),
    point: shuffledDraw(await column(randomRows(POINTS))),
    day: shuffledDraw(
      Array.from({ length: 28 }, (_item, days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
    ),
  };
}

const PARENTS = `select id::int as value from events as parent
  where ${PUBLIC} and exists (select from events where post_parent_id = parent.id)`;

const POINTS = `select format('geoloc_lat=%s&geoloc_lng=%s', geo_lat + 0.1 * random(), geo_lng - 0.1 * random()) as value
  from venues where geo_lat is not null`;
