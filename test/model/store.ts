import pg from 'pg';
import { localTime } from './dates.js';
import { folded, isTerm, languagesOf, leavesOf, PATHS, plainText } from './records.js';
import type { AnyRecord, EventRecord, PublishedRecord, Texts } from './records.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Replaces the records in the database of a calendar. Creating them over HTTP would take ten milliseconds per record.
 */
export async function storeRecords(databaseUrl: string, records: readonly AnyRecord[]): Promise<void> {
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  const insert = async (table: string, rows: readonly Row[]) => {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    if (columns === '') return;
    const statement = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`;
    await session.query(statement, [JSON.stringify(rows)]);
  };
  await session.query('begin');
  for (const table of Object.values(PATHS)) await session.query(`delete from ${table}`);
  for (const kind of ['category', 'tag', 'venue', 'organizer', 'event'] as const) {
    const recordsOfKind = records.filter((record) => record.kind === kind);
    await insert(PATHS[kind], recordsOfKind.map(recordRow));
    await insert(`${kind}_slugs`, recordsOfKind.flatMap(slugRows));
    await insert(`${kind}_translations`, recordsOfKind.flatMap(translationRows));
  }
  const events = records.filter((record) => record.kind === 'event');
  for (const [name, kind] of Object.entries(LINKED_KINDS))
    await insert(
      `event_${PATHS[kind]}`,
      events.flatMap((event) => linkRows(event, name as keyof typeof LINKED_KINDS)),
    );
  await session.query('commit');
  if (records.length > 1000) await session.query('analyze');
  await session.end();
}

const LINKED_KINDS = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' } as const;

const linkRows = (event: EventRecord, name: keyof typeof LINKED_KINDS): Row[] =>
  event[name].map(({ id }, position) => ({ event_id: event.id, [`${LINKED_KINDS[name]}_id`]: id, position }));

const toIso = (epoch: number): string => new Date(epoch * 1000).toISOString();
const CREATED = '2020-01-01T00:00:00Z';

function recordRow(record: AnyRecord): Row {
  const row = { id: record.id, created_at: CREATED, modified_at: CREATED };
  if (isTerm(record)) return record.kind === 'category' ? { ...row, parent_id: record.parent?.id ?? null } : row;
  const kindColumns = record.kind === 'event' ? eventColumns(record) : venueOrOrganizerColumns(record);
  return { ...row, ...publicationColumns(record), ...kindColumns };
}

const publicationColumns = (record: PublishedRecord): Row => ({
  author_id: record.author,
  modified_at: toIso(record.modifiedAt),
  status: record.status,
  trashed_at: record.trashedAt === null ? null : toIso(record.trashedAt),
  published_at: record.publishedAt === null ? null : toIso(record.publishedAt),
  website: record.website,
  custom_fields: record.customFields,
});

function venueOrOrganizerColumns({ kind, fields, customFields }: Exclude<PublishedRecord, EventRecord>): Row {
  const texts = kind === 'venue' ? ['city', 'zip'] : ['phone', 'email'];
  const textColumns = Object.fromEntries(texts.map((name) => [name, fields[name] ?? null]));
  // Booleans are not part of the search text.
  const searchedValues = leavesOf([textColumns, customFields]).filter((value) => typeof value !== 'boolean');
  const search_fields = folded(searchedValues.join('\n'));
  const coordinates = { geo_lat: fields['geo_lat'] ?? null, geo_lng: fields['geo_lng'] ?? null };
  return {
    ...textColumns,
    search_fields,
    ...(kind === 'venue' ? { ...coordinates, show_map: true, show_map_link: true } : {}),
  };
}

const eventColumns = (event: EventRecord): Row => ({
  starts_at: toIso(event.startsAt),
  ends_at: toIso(event.endsAt),
  start_local: localTime(event.startsAt, event.zone),
  end_local: localTime(event.endsAt, event.zone),
  timezone: event.zone,
  all_day: event.allDay,
  show_map: true,
  show_map_link: true,
  cost: event.cost === '' ? [] : [event.cost],
  is_free: event.cost === '' ? null : event.cost === '0',
  featured: event.featured,
  ticketed: event.ticketed,
  event_status: event.eventStatus,
  attendance_mode: event.attendance ?? 'offline',
  hide_from_listings: event.hidden,
  password_hash: event.password === null ? null : 'no password matches',
  post_parent_id: event.parent?.id ?? null,
});

/** Several languages may share a slug. */
function slugRows(record: AnyRecord): Row[] {
  const current = new Set(languagesOf(record).map((language) => record.texts[language]?.slug));
  return [...current, ...record.former].map((slug) => ({
    [`${record.kind}_id`]: record.id,
    slug,
    current: current.has(slug ?? ''),
  }));
}

const translationRows = (record: AnyRecord): Row[] =>
  languagesOf(record).map((language) => {
    const { title, description, excerpt, slug } = record.texts[language] as Texts;
    const row = { [`${record.kind}_id`]: record.id, language, slug, description };
    const search_text = folded(`${title}\n${plainText(excerpt)}\n${plainText(description)}`);
    if (record.kind === 'event') return { ...row, title, excerpt, search_text, search_title: folded(title) };
    const namedRow = { ...row, name: title, name_key: folded(title) };
    if (!isTerm(record)) return { ...namedRow, search_text };
    const termRow = { ...namedRow, search_text: `${folded(title)}\n${folded(slug ?? '')}` };
    return record.kind === 'category' ? { ...termRow, sibling_scope: record.parent?.id ?? 0 } : termRow;
  });
