import { flatMapParallel } from '../languages.js';
import { pathAndQueryOf, type ServedPage } from '../records.js';
import type { TestResponse, TestCalendar } from '../test-calendar.js';
import { listRecords } from './lists.js';
import type { ModelRequest } from './requests.js';
import { canEditAny, canEditAll } from './rights.js';
import { diff, diffWithModel } from './diff-with-model.js';
import { recordView } from './record-view.js';
import { slugsOf } from './slugs.js';
import { recordsOf, PATHS, type ModelContext, type KindName, type User, type ModelState } from './model-state.js';

const KINDS = Object.keys(PATHS) as KindName[];
const EVERY_STATUS = 'publish,future,draft,pending,private,trash';

/** What differs in all that somebody sees: each list to its end, and each record by id and by every slug. */
export async function diffAllViews(
  calendar: TestCalendar,
  world: ModelState,
  user: User,
  log: string[],
): Promise<string[]> {
  const asker: ModelContext = { state: world, user, language: 'es', isExplicit: true };
  const wrong: string[] = [];
  for (const kind of KINDS) {
    wrong.push(...(await diffList(calendar, { ...asker, ...unfilteredList(asker, kind) })));
    const reads = await flatMapParallel(readRequests(asker, kind), (request) =>
      diffWithModel(calendar, request, 'query', log),
    );
    wrong.push(...reads);
  }
  return wrong;
}

/** A list that keeps nothing back from who asks. */
function unfilteredList(
  asker: ModelContext,
  kind: KindName,
): Pick<ModelRequest, 'verb' | 'kind' | 'address' | 'fields' | 'query'> {
  const isTerm = kind === 'category' || kind === 'tag';
  const query = {
    per_page: '7',
    ...(isTerm ? { hide_empty: 'false' } : {}),
    ...(!isTerm && canEditAny(asker) ? { status: EVERY_STATUS } : {}),
    ...(kind === 'event' ? { start_date: '2020-01-01', end_date: '2040-01-01' } : {}),
    ...(kind === 'event' && canEditAll(asker) ? { hide_from_listings: 'any' } : {}),
  };
  return { verb: 'list', kind, address: { id: 0 }, fields: {}, query };
}

/** 5.8: page by page, each record once, and the same total on each. */
async function diffList(calendar: TestCalendar, request: ModelRequest): Promise<string[]> {
  const { kind, query, user, language } = request;
  const expected = listRecords(request);
  const served: object[] = [];
  const totals = new Set<number>();
  const first = new URLSearchParams({ ...query, ml_language: language }).toString();
  for (let next: string | null = `${PATHS[kind]}?${first}`; next !== null;) {
    const { status, body, text }: TestResponse<ServedPage> = await calendar.request('GET', next, {
      token: user.token ?? null,
    });
    if (status !== 200) return [`${user.role}: ${next} answered ${status} ${text}`];
    served.push(...body[PATHS[kind]]);
    totals.add(body.total);
    next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
  }
  const seen = { all: served, totals: [...totals] };
  const should = { all: expected.map((record) => recordView(request, record)), totals: [expected.length] };
  return diff(seen, should).map((each) => `${user.role} ${user.id} walks through ${kind}: ${each}`);
}

function readRequests(asker: ModelContext, kind: KindName): ModelRequest[] {
  const read = { ...asker, verb: 'read', kind, fields: {}, query: {} } as const;
  const gone = asker.state.deleted.filter((each) => each.kind === kind);
  const ids = [...recordsOf(asker.state, kind), ...gone].map(({ id }) => ({ ...read, address: { id } }));
  if (kind === 'category' || kind === 'tag') return ids;
  const slugs = recordsOf(asker.state, kind).flatMap((record) => [...slugsOf(record), ...record.former]);
  return [...ids, ...[...new Set(slugs)].map((slug) => ({ ...read, address: { slug } }))];
}
