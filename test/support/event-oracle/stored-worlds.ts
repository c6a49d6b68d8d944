import type pg from 'pg';
import type { Users } from '../readers.js';
import { folded, type World, type WorldEvent, type WorldRecord, type WorldTerm, type WorldTexts } from './worlds.js';
import { ZoneOracle } from '../zone-oracle.js';

type Row = Readonly<Record<string, unknown>>;
/** The ids of users, by what owns records. */
type Ids = Users['ids'];

const CREATED = '2020-01-01T00:00:00Z';
const zones = new Map<string, ZoneOracle>();

/** Puts a world into an empty calendar: by HTTP each record would take ten milliseconds. */
export async function storeWorld(session: pg.Client, world: World, ids: Ids): Promise<void> {
  await session.query('begin');
  for (const kind of ['category', 'tag'] as const) await storeTerms(session, kind, world);
  for (const kind of ['venue', 'organizer'] as const) await storePlaces(session, kind, world, ids);
  await storeEvents(session, world.events, ids);
  await session.query('commit');
  await session.query('analyze');
}

async function storeTerms(session: pg.Client, kind: 'category' | 'tag', world: World): Promise<void> {
  const isCategory = kind === 'category';
  const terms = isCategory ? world.categories : world.tags;
  const rows = terms.map(({ id, parent }) => ({ id, ...stamps(0), ...(isCategory ? { parent_id: parent } : {}) }));
  await insert(session, isCategory ? 'categories' : 'tags', rows);
  await insert(
    session,
    `${kind}_slugs`,
    terms.flatMap((term) => slugRows(`${kind}_id`, term)),
  );
  const texts = terms.flatMap(({ id, slugs, parent }) =>
    Object.entries(slugs).map(([language, slug]) => ({
      ...named(kind, id, language, `${kind} ${id} ${language}`, slug),
      ...(isCategory ? { parent_key: parent ?? 0 } : {}),
    })),
  );
  await insert(session, `${kind}_texts`, texts);
}

async function storePlaces(session: pg.Client, kind: 'venue' | 'organizer', world: World, ids: Ids): Promise<void> {
  const rows = world[kind].map(({ at, ...record }) => ({
    ...published(record, ids),
    ...(kind === 'venue' ? { geo_lat: at?.[0] ?? null, geo_lng: at?.[1] ?? null } : {}),
  }));
  await insert(session, `${kind}s`, rows);
  const texts = world[kind].map(({ id }) => named(kind, id, 'en', `${kind} ${id}`, `${kind}-${id}`));
  await insert(
    session,
    `${kind}_slugs`,
    texts.map((text) => slugRow(`${kind}_id`, text[`${kind}_id`], text['slug'], true)),
  );
  await insert(session, `${kind}_texts`, texts);
}

async function storeEvents(session: pg.Client, events: readonly WorldEvent[], ids: Ids): Promise<void> {
  await insert(
    session,
    'events',
    events.map((event) => eventRow(event, ids)),
  );
  const texts = events.flatMap((event) =>
    Object.entries(event.texts).map(([language, text]) => textRow(event, language, text)),
  );
  await insert(
    session,
    'event_slugs',
    texts.map(({ event_id, slug }) => slugRow('event_id', event_id, slug, true)),
  );
  await insert(session, 'event_texts', texts);
  const links = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' } as const;
  const kinds = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' } as const;
  for (const name of ['venue', 'organizer', 'categories', 'tags'] as const) {
    const rows = events.flatMap((event) =>
      event[name].map((id, position) => ({ event_id: event.id, [`${kinds[name]}_id`]: id, position })),
    );
    await insert(session, `event_${links[name]}`, rows);
  }
}

/** Rows of one shape, in one statement. */
async function insert(session: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await session.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

const instant = (epoch: number): string => new Date(epoch * 1000).toISOString();

const stamps = (modifiedAt: number): Row => ({ created_at: CREATED, modified_at: instant(modifiedAt) });

const published = ({ id, owner, status, publishedAt, trashed, modifiedAt }: WorldRecord, ids: Ids): Row => ({
  id,
  author_id: owner && ids[owner],
  ...stamps(modifiedAt),
  status,
  trashed_at: trashed ? instant(modifiedAt) : null,
  published_at: publishedAt === null ? null : instant(publishedAt),
});

const slugRow = (column: string, id: unknown, slug: unknown, current: boolean): Row => ({
  [column]: id,
  slug,
  current,
});

/** A slug may be that of several languages. */
const slugRows = (column: string, { id, slugs, former }: WorldTerm): Row[] => [
  ...[...new Set(Object.values(slugs))].map((slug) => slugRow(column, id, slug, true)),
  ...former.map((slug) => slugRow(column, id, slug, false)),
];

const named = (kind: string, id: number, language: string, name: string, slug: string): Row => ({
  [`${kind}_id`]: id,
  language,
  name,
  slug,
  folded: name,
  folded_name: name,
});

function eventRow({ zone, parent, isProtected, ...event }: WorldEvent, ids: Ids): Row {
  const clock = zones.get(zone) ?? new ZoneOracle(zone);
  zones.set(zone, clock);
  return {
    ...published(event, ids),
    starts_at: instant(event.startsAt),
    ends_at: instant(event.endsAt),
    start_local: clock.local(event.startsAt),
    end_local: clock.local(event.endsAt),
    timezone: zone,
    all_day: event.allDay,
    featured: event.featured,
    ticketed: event.ticketed,
    hide_from_listings: event.hidden,
    password_hash: isProtected ? 'no password fits' : null,
    post_parent_id: parent,
  };
}

const html = (text: string): string => (text === '' ? '' : `<p>${text.replaceAll('&', '&amp;')}</p>`);

/** Titles have stood apart from the other texts since there are passwords: of older texts only those of protected events do. */
const textRow = (
  { id, isProtected }: WorldEvent,
  language: string,
  { title, excerpt, description }: WorldTexts,
): Row => ({
  event_id: id,
  language,
  title,
  excerpt: html(excerpt),
  description: html(description),
  slug: `event-${id}-${language}`,
  folded: folded(`${title}\n${excerpt}\n${description}`),
  folded_title: isProtected || id % 2 === 0 ? folded(title) : null,
});
