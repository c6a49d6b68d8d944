import { gather } from '../languages.js';
import { behindOrigin, type ServedPage } from '../records.js';
import type { Answer, TestCalendar } from '../test-calendar.js';
import { listed } from './lists.js';
import type { Asked } from './requests.js';
import { mayEditSome, mayRuleOthers } from './rights.js';
import { unlike, unlikeModel } from './sent.js';
import { shownTo } from './shown.js';
import { slugsOf } from './slugs.js';
import { allOf, PATHS, type Asker, type KindName, type User, type World } from './world.js';

const KINDS = Object.keys(PATHS) as KindName[];
const EVERY_STATUS = 'publish,future,draft,pending,private,trash';

/** What differs in all that somebody sees: each list to its end, and each record by id and by every slug. */
export async function unlikeInAll(calendar: TestCalendar, world: World, user: User, log: string[]): Promise<string[]> {
  const asker: Asker = { world, user, language: 'es', isNamed: true };
  const wrong: string[] = [];
  for (const kind of KINDS) {
    wrong.push(...(await unlikeWalk(calendar, { ...asker, ...everything(asker, kind) })));
    const reads = await gather(readsOf(asker, kind), (asked) => unlikeModel(calendar, asked, 'query', log));
    wrong.push(...reads);
  }
  return wrong;
}

/** A list that keeps nothing back from who asks. */
function everything(asker: Asker, kind: KindName): Pick<Asked, 'verb' | 'kind' | 'address' | 'fields' | 'query'> {
  const isTerm = kind === 'category' || kind === 'tag';
  const query = {
    per_page: '7',
    ...(isTerm ? { hide_empty: 'false' } : {}),
    ...(!isTerm && mayEditSome(asker) ? { status: EVERY_STATUS } : {}),
    ...(kind === 'event' ? { start_date: '2020-01-01', end_date: '2040-01-01' } : {}),
    ...(kind === 'event' && mayRuleOthers(asker) ? { hide_from_listings: 'any' } : {}),
  };
  return { verb: 'list', kind, address: { id: 0 }, fields: {}, query };
}

/** 5.8: page by page, each record once, and the same total on each. */
async function unlikeWalk(calendar: TestCalendar, asked: Asked): Promise<string[]> {
  const { kind, query, user, language } = asked;
  const expected = listed(asked);
  const served: object[] = [];
  const totals = new Set<number>();
  const first = new URLSearchParams({ ...query, ml_language: language }).toString();
  for (let next: string | null = `${PATHS[kind]}?${first}`; next !== null;) {
    const { status, body, text }: Answer<ServedPage> = await calendar.request('GET', next, {
      token: user.token ?? null,
    });
    if (status !== 200) return [`${user.role}: ${next} answered ${status} ${text}`];
    served.push(...body[PATHS[kind]]);
    totals.add(body.total);
    next = body.next_rest_url && behindOrigin(body.next_rest_url);
  }
  const seen = { all: served, totals: [...totals] };
  const should = { all: expected.map((record) => shownTo(asked, record)), totals: [expected.length] };
  return unlike(seen, should).map((each) => `${user.role} ${user.id} walks through ${kind}: ${each}`);
}

function readsOf(asker: Asker, kind: KindName): Asked[] {
  const read = { ...asker, verb: 'read', kind, fields: {}, query: {} } as const;
  const gone = asker.world.gone.filter((each) => each.kind === kind);
  const ids = [...allOf(asker.world, kind), ...gone].map(({ id }) => ({ ...read, address: { id } }));
  if (kind === 'category' || kind === 'tag') return ids;
  const slugs = allOf(asker.world, kind).flatMap((record) => [...slugsOf(record), ...record.former]);
  return [...ids, ...[...new Set(slugs)].map((slug) => ({ ...read, address: { slug } }))];
}
