import pg from 'pg';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from './kinds.js';
import { upcomingDates } from './records.js';
import {
  CALLER_ROLES,
  ACTIVE_STATUSES,
  type CallerRole,
  type ActiveStatus,
  type RoleRelation,
} from './rights-table.js';
import { startTestCalendar, type TestCalendar } from './test-calendar.js';

/** Kinds whose records have an author and a status. */
export const PUBLISHABLE_KINDS = KINDS.filter(({ isPublishable }) => isPublishable);

/** When what is `future` is to be published. */
export const FAR_FUTURE = '2999-12-31 23:59:59';

/** The word that all titles and names have. */
export const COMMON_WORD = 'Dret';

/** Whose a record is: somebody's who asks, a stranger's, or nobody's. */
type Owner = Exclude<CallerRole, 'anonymous'> | 'stranger' | 'nobody';

/** A record in one of the states there are. */
export interface FixtureRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly slug: string;
  readonly owner: Owner;
  readonly status: ActiveStatus;
  readonly trashed: boolean;
}

/** A record, as it stands to who asks. */
export type RelatedRecord = FixtureRecord & { readonly relation: RoleRelation };

/** A calendar that has records of every owner in every state. */
export interface RightsFixture {
  readonly calendar: TestCalendar;
  /** What who asks sends. */
  readonly tokens: Readonly<Record<CallerRole | 'stranger', string | null>>;
  /** The ids of users. */
  readonly users: Readonly<Record<Exclude<Owner, 'nobody'>, number>>;
  /** One in each state: his own, a stranger's, nobody's. */
  relatedTo(role: CallerRole, kind?: Kind): RelatedRecord[];
  /** All that there are. */
  allRelatedTo(role: CallerRole, kind: Kind): RelatedRecord[];
  /** Gives every record the state that it had at first. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const KNOWN = CALLER_ROLES.filter((role) => role !== 'anonymous');
const OWNERS: readonly Owner[] = [...KNOWN, 'stranger', 'nobody'];

/** Starts a calendar with users of every role and, where wanted, records of every owner in every state. */
export async function startRightsFixture(kinds: readonly Kind[] = PUBLISHABLE_KINDS): Promise<RightsFixture> {
  const calendar = await startTestCalendar({ MAX_PER_PAGE: '100' });
  const session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
  const tokens: Record<string, string | null> = { anonymous: null };
  const users: Record<string, number> = {};
  for (const role of [...KNOWN, 'stranger'] as const) {
    tokens[role] = await calendar.createToken(role === 'stranger' ? 'author' : role);
    users[role] = Number((await session.query<{ id: string }>('select max(id) as id from users')).rows[0]?.id);
  }
  const wanted = kinds.flatMap((kind) =>
    OWNERS.flatMap((owner) =>
      ACTIVE_STATUSES.flatMap((status) => [false, true].map((trashed) => ({ kind, owner, status, trashed }))),
    ),
  );
  const records = await mapConcurrently(wanted, async (each) => ({
    ...each,
    ...(await createFixtureRecord(calendar, each, users[each.owner])),
  }));
  await removeAuthors(session, records);
  await saveStates(session, kinds);
  return {
    calendar,
    tokens: tokens as RightsFixture['tokens'],
    users: users as RightsFixture['users'],
    relatedTo: (role, kind) =>
      withRelation(records, role, kind).filter(
        ({ owner, relation }) => relation.owner !== 'other' || owner === 'stranger',
      ),
    allRelatedTo: (role, kind) => withRelation(records, role, kind),
    reset: () => restoreStates(session, kinds),
    close: async () => {
      await session.end();
      await calendar.close();
    },
  };
}

/** Does something for each, a few at once. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.map((item, index) => ({ item, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next.index] = await work(next.item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}

async function createFixtureRecord(
  calendar: TestCalendar,
  { kind, status, trashed }: Omit<FixtureRecord, 'id' | 'slug'>,
  author: number | undefined,
): Promise<Pick<ServedRecord, 'id' | 'slug'>> {
  const fields = { ...(kind.path === 'events' ? upcomingDates() : {}), status, author };
  const date = status === 'future' ? { date: FAR_FUTURE } : {};
  const name = uniqueName(COMMON_WORD);
  const { id, slug } = await createRecord(calendar, kind.path, {
    ...fields,
    ...date,
    [kind.titleField]: name,
  });
  if (trashed) await calendar.request('DELETE', `${kind.path}/${id}`);
  return { id, slug };
}

/** Nobody can be named as author: a user was removed. */
async function removeAuthors(session: pg.Client, records: readonly FixtureRecord[]): Promise<void> {
  for (const { kind, id } of records.filter(({ owner }) => owner === 'nobody')) {
    await session.query(`update ${kind.path} set author_id = null where id = $1`, [id]);
  }
}

async function saveStates(session: pg.Client, kinds: readonly Kind[]): Promise<void> {
  for (const { path } of kinds) {
    await session.query(
      `create temporary table first_${path} as select id, author_id, status, published_at, trashed_at from ${path}`,
    );
  }
}

async function restoreStates(session: pg.Client, kinds: readonly Kind[]): Promise<void> {
  for (const { path } of kinds) {
    await session.query(`
      update ${path} as record set author_id = first.author_id, status = first.status,
        published_at = first.published_at, trashed_at = first.trashed_at
      from first_${path} as first where first.id = record.id
        and (record.author_id, record.status, record.published_at, record.trashed_at)
          is distinct from (first.author_id, first.status, first.published_at, first.trashed_at)`);
  }
}

function withRelation(records: readonly FixtureRecord[], role: CallerRole, kind: Kind | undefined): RelatedRecord[] {
  const wanted = records.filter((each) => !kind || each.kind === kind);
  return wanted.map((record) => {
    const { owner, status, trashed } = record;
    const whose = owner === role ? 'own' : owner === 'nobody' ? owner : 'other';
    return { ...record, relation: { owner: whose, status, trashed } };
  });
}
