import type pg from 'pg';
import type { Users } from '../readers.js';
import {
  folded,
  type Dataset,
  type DatasetEvent,
  type DatasetRecord,
  type DatasetTerm,
  type DatasetTexts,
} from './dataset.js';
import { ZoneOracle } from '../zone-oracle.js';

type Row = Readonly<Record<string, unknown>>;
/** The ids of users, by what owns records. */
type Ids = Users['ids'];

const CREATED = '2020-01-01T00:00:00Z';
const zones = new Map<string, ZoneOracle>();

/** Puts a world into an empty calendar: by HTTP each record would take ten milliseconds. */
export async function storeDataset(session: pg.Client, world: Dataset, ids: Ids): Promise<void> {
  await session.query('begin');
  for (const kind of ['category', 'tag'] as const) await storeTerms(session, kind, world);
  for (const kind of ['venue', 'organizer'] as const) await storeVenuesOrOrganizers(session, kind, world, ids);
  await storeEvents(session, world.events, ids);
  await session.query('commit');
  await session.query('analyze');
}

async function storeTerms(session: pg.Client, kind: 'category' | 'tag', world: Dataset): Promise<void> {
  const isCategory = kind === 'category';
  const terms = isCategory ? world.categories : world.tags;
  const rows = terms.map(({ id, parent }) => ({
    id,
    ...timestampColumns(0),
    ...(isCategory ? { parent_id: parent } : {}),
  }));
  await insert(session, isCategory ? 'categories' : 'tags', rows);
  await insert(
    session,
    `${kind}_slugs`,
    terms.flatMap((term) => slugRows(`${kind}_id`, term)),
  );
  const texts = terms.flatMap(({ id, slugs, parent }) =>
    Object.entries(slugs).map(([language, slug]) => ({
      ...translationRow(kind, id, language, `${kind} ${id} ${language}`, slug),
      ...(isCategory ? { sibling_scope: parent ?? 0 } : {}),
    })),
  );
  await insert(session, `${kind}_translations`, texts);
}

async function storeVenuesOrOrganizers(
  session: pg.Client,
  kind: 'venue' | 'organizer',
  world: Dataset,
  ids: Ids,
): Promise<void> {
  const rows = world[kind].map(({ coordinates, ...record }) => ({
    ...publishingColumnsOf(record, ids),
    ...(kind === 'venue' ? { geo_lat: coordinates?.[0] ?? null, geo_lng: coordinates?.[1] ?? null } : {}),
  }));
  await insert(session, `${kind}s`, rows);
  const texts = world[kind].map(({ id }) => translationRow(kind, id, 'en', `${kind} ${id}`, `${kind}-${id}`));
  await insert(
    session,
    `${kind}_slugs`,
    texts.map((text) => slugRow(`${kind}_id`, text[`${kind}_id`], text['slug'], true)),
  );
  await insert(session, `${kind}_translations`, texts);
}

async function storeEvents(session: pg.Client, events: readonly DatasetEvent[], ids: Ids): Promise<void> {
  await insert(
    session,
    'events',
    events.map((event) => eventRow(event, ids)),
  );
  const texts = events.flatMap((event) =>
    Object.entries(event.texts).map(([language, text]) => eventTranslationRow(event, language, text)),
  );
  await insert(
    session,
    'event_slugs',
    texts.map(({ event_id, slug }) => slugRow('event_id', event_id, slug, true)),
  );
  await insert(session, 'event_translations', texts);
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

const timestampColumns = (modifiedAt: number): Row => ({ created_at: CREATED, modified_at: instant(modifiedAt) });

const publishingColumnsOf = (
  { id, owner, status, publishedAt, trashed, modifiedAt }: DatasetRecord,
  ids: Ids,
): Row => ({
  id,
  author_id: owner && ids[owner],
  ...timestampColumns(modifiedAt),
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
const slugRows = (column: string, { id, slugs, former }: DatasetTerm): Row[] => [
  ...[...new Set(Object.values(slugs))].map((slug) => slugRow(column, id, slug, true)),
  ...former.map((slug) => slugRow(column, id, slug, false)),
];

const translationRow = (kind: string, id: number, language: string, name: string, slug: string): Row => ({
  [`${kind}_id`]: id,
  language,
  name,
  slug,
  search_text: name,
  name_key: name,
});

function eventRow({ zone, parent, isProtected, ...event }: DatasetEvent, ids: Ids): Row {
  const clock = zones.get(zone) ?? new ZoneOracle(zone);
  zones.set(zone, clock);
  return {
    ...publishingColumnsOf(event, ids),
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
const eventTranslationRow = (
  { id, isProtected }: DatasetEvent,
  language: string,
  { title, excerpt, description }: DatasetTexts,
): Row => ({
  event_id: id,
  language,
  title,
  excerpt: html(excerpt),
  description: html(description),
  slug: `event-${id}-${language}`,
  search_text: folded(`${title}\n${excerpt}\n${description}`),
  search_title: isProtected || id % 2 === 0 ? folded(title) : null,
});
