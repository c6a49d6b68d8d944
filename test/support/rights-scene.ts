import pg from 'pg';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from './kinds.js';
import { soon } from './records.js';
import { ASKING, LIVING, type Asking, type Living, type Standing } from './rights-table.js';
import { startTestCalendar, type TestCalendar } from './test-calendar.js';

/** Kinds whose records have an author and a status. */
export const PUBLISHED = KINDS.filter(({ isPublished }) => isPublished);

/** When what is `future` is to be published. */
export const FAR = '2999-12-31 23:59:59';

/** The word that all titles and names have. */
export const WORD = 'Dret';

/** Whose a record is: somebody's who asks, a stranger's, or nobody's. */
type Owner = Exclude<Asking, 'anonymous'> | 'stranger' | 'nobody';

/** A record in one of the states there are. */
export interface StatedRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly slug: string;
  readonly owner: Owner;
  readonly status: Living;
  readonly trashed: boolean;
}

/** A record, as it stands to who asks. */
export type Stood = StatedRecord & { readonly standing: Standing };

/** A calendar that has records of every owner in every state. */
export interface RightsScene {
  readonly calendar: TestCalendar;
  /** What who asks sends. */
  readonly tokens: Readonly<Record<Asking | 'stranger', string | null>>;
  /** The ids of users. */
  readonly users: Readonly<Record<Exclude<Owner, 'nobody'>, number>>;
  /** One in each state: his own, a stranger's, nobody's. */
  standingTo(role: Asking, kind?: Kind): Stood[];
  /** All that there are. */
  allTo(role: Asking, kind: Kind): Stood[];
  /** Gives every record the state that it had at first. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const KNOWN = ASKING.filter((role) => role !== 'anonymous');
const OWNERS: readonly Owner[] = [...KNOWN, 'stranger', 'nobody'];

/** Starts a calendar with users of every role and, where wanted, records of every owner in every state. */
export async function startRightsScene(kinds: readonly Kind[] = PUBLISHED): Promise<RightsScene> {
  const calendar = await startTestCalendar({ MAX_PER_PAGE: '100' });
  const session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
  const tokens: Record<string, string | null> = { anonymous: null };
  const users: Record<string, number> = {};
  for (const role of [...KNOWN, 'stranger'] as const) {
    tokens[role] = await calendar.tokenOf(role === 'stranger' ? 'author' : role);
    users[role] = Number((await session.query<{ id: string }>('select max(id) as id from users')).rows[0]?.id);
  }
  const wanted = kinds.flatMap((kind) =>
    OWNERS.flatMap((owner) =>
      LIVING.flatMap((status) => [false, true].map((trashed) => ({ kind, owner, status, trashed }))),
    ),
  );
  const records = await together(wanted, async (each) => ({
    ...each,
    ...(await createStated(calendar, each, users[each.owner])),
  }));
  await disown(session, records);
  await remember(session, kinds);
  return {
    calendar,
    tokens: tokens as RightsScene['tokens'],
    users: users as RightsScene['users'],
    standingTo: (role, kind) =>
      stood(records, role, kind).filter(({ owner, standing }) => standing.owner !== 'other' || owner === 'stranger'),
    allTo: (role, kind) => stood(records, role, kind),
    reset: () => restore(session, kinds),
    close: async () => {
      await session.end();
      await calendar.close();
    },
  };
}

/** Does something for each, a few at once. */
export async function together<Item, Result>(
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

async function createStated(
  calendar: TestCalendar,
  { kind, status, trashed }: Omit<StatedRecord, 'id' | 'slug'>,
  author: number | undefined,
): Promise<Pick<ServedRecord, 'id' | 'slug'>> {
  const fields = { ...(kind.path === 'events' ? soon() : {}), status, author };
  const date = status === 'future' ? { date: FAR } : {};
  const name = uniqueName(WORD);
  const { id, slug } = await createRecord(calendar, kind.path, {
    ...fields,
    ...date,
    [kind.heading]: name,
  });
  if (trashed) await calendar.request('DELETE', `${kind.path}/${id}`);
  return { id, slug };
}

/** Nobody can be named as author: a user was removed. */
async function disown(session: pg.Client, records: readonly StatedRecord[]): Promise<void> {
  for (const { kind, id } of records.filter(({ owner }) => owner === 'nobody')) {
    await session.query(`update ${kind.path} set author_id = null where id = $1`, [id]);
  }
}

async function remember(session: pg.Client, kinds: readonly Kind[]): Promise<void> {
  for (const { path } of kinds) {
    await session.query(
      `create temporary table first_${path} as select id, author_id, status, published_at, trashed_at from ${path}`,
    );
  }
}

async function restore(session: pg.Client, kinds: readonly Kind[]): Promise<void> {
  for (const { path } of kinds) {
    await session.query(`
      update ${path} as record set author_id = first.author_id, status = first.status,
        published_at = first.published_at, trashed_at = first.trashed_at
      from first_${path} as first where first.id = record.id
        and (record.author_id, record.status, record.published_at, record.trashed_at)
          is distinct from (first.author_id, first.status, first.published_at, first.trashed_at)`);
  }
}

function stood(records: readonly StatedRecord[], role: Asking, kind: Kind | undefined): Stood[] {
  const wanted = records.filter((each) => !kind || each.kind === kind);
  return wanted.map((record) => {
    const { owner, status, trashed } = record;
    const whose = owner === role ? 'own' : owner === 'nobody' ? owner : 'other';
    return { ...record, standing: { owner: whose, status, trashed } };
  });
}
