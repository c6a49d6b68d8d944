import pg from 'pg';
import type { BenchDatabase } from './database.js';
import { median } from './format.js';
import { endingAll } from './interruption.js';
import { listKinds, type ListGoals, type ListKind } from './lists.js';
import { isAsked, type BenchOptions } from './options.js';
import { startService, TOKEN, type Server } from './processes.js';
import { NAMESPACE } from './requests.js';
import { tapStatements, type SentStatement, type StatementTap } from './statement-tap.js';
import { readValues } from './values.js';

/** Times of the statements of a kind of list: medians in milliseconds. */
export interface StatementTimes {
  readonly size: number;
  readonly kind: string;
  readonly goals: ListGoals;
  /** Statements that read the page: one, or two if the matching rows were not near the start of the order. */
  readonly page: number | undefined;
  /** Statement that counts the matching rows and, if there are few, finds them. */
  readonly total: number | undefined;
  /** All other statements of a request, such as the lookup of referenced records. */
  readonly others: number | undefined;
  /** Status and code if the service rejected the list. */
  readonly refused: string | undefined;
}

/** The statements of one request for a list. */
export interface ListStatements {
  readonly path: string;
  readonly page: readonly SentStatement[];
  readonly total: readonly SentStatement[];
  readonly others: readonly SentStatement[];
}

/** Time budget per kind of list in milliseconds. The last statement may exceed it. */
const PATIENCE = 20_000;

/** Records the statements of each kind of list and times them on a separate connection. */
export function timeStatements(
  database: BenchDatabase,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<StatementTimes[]> {
  return withTappedService(database, options, async (kinds, statementsOf, session) => {
    const times: StatementTimes[] = [];
    for (const kind of kinds) {
      const lists = await drawLists(() => statementsOf(kind), options.values, signal);
      const refused = lists.find((list) => typeof list === 'string');
      const served = lists.filter((list) => typeof list !== 'string');
      const time = (which: (list: ListStatements) => readonly SentStatement[]) =>
        medianTime(session, served.map(which), signal);
      const page = await time((list) => list.page);
      const total = await time((list) => list.total);
      const others = await time((list) => list.others);
      times.push({ size: database.size, kind: kind.name, goals: kind.goals, page, total, others, refused });
    }
    return times;
  });
}

/** Draws `count` requests, or stops at the first rejected one. */
async function drawLists(
  draw: () => Promise<ListStatements | string>,
  count: number,
  signal: AbortSignal,
): Promise<(ListStatements | string)[]> {
  const lists: (ListStatements | string)[] = [];
  while (lists.length < count && typeof lists.at(-1) !== 'string') {
    signal.throwIfAborted();
    lists.push(await draw());
  }
  return lists;
}

type StatementsOf = (kind: ListKind) => Promise<ListStatements | string>;

/**
 * Starts the service behind a statement tap and opens a session with the same settings. The session returns all values
 * as text.
 */
export function withTappedService<Result>(
  database: BenchDatabase,
  { nodeFlags, only }: Pick<BenchOptions, 'nodeFlags' | 'only'>,
  work: (kinds: readonly ListKind[], statementsOf: StatementsOf, like: pg.Client) => Promise<Result>,
): Promise<Result> {
  return endingAll(async (started) => {
    const { url, session } = database;
    const tap = started(await tapStatements(url));
    const service = started(await startService({ database: { ...database, url: tap.url }, nodeFlags }));
    const types = { getTypeParser: () => (text: string) => text };
    const like = new pg.Client({
      connectionString: url,
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
      types,
    });
    await like.connect();
    started({ stop: () => like.end() });
    const kinds = listKinds(await readValues(session)).filter(({ name }) => isAsked(name, { only }));
    return work(kinds, (kind) => request(service, tap, kind), like);
  });
}

/**
 * Sends one request and returns its statements, or status and code if the service rejects it, for example for an
 * unknown parameter.
 */
async function request(
  service: Server,
  tap: StatementTap,
  { path, asEditor }: ListKind,
): Promise<ListStatements | string> {
  const address = `${NAMESPACE}/${path()}`;
  const headers = { Prefer: 'handling=strict', ...(asEditor ? { Authorization: `Bearer ${TOKEN}` } : {}) };
  tap.take();
  const answer = await fetch(`${service.origin}${address}`, { headers });
  const body = await answer.text();
  if (!answer.ok) return `${answer.status} ${(JSON.parse(body) as { code: string }).code}`;
  const sent = tap.take().filter(({ text }) => !/^(begin|commit|rollback|set )|pg_database|from users/.test(text));
  const parts = Object.groupBy(sent, ({ text }) => {
    if (/count\(\*\) as total/.test(text)) return 'total';
    return /as sort_value|as page \(id, rank\)|\.id = any/.test(text) ? 'page' : 'others';
  });
  return { path: address, page: parts.page ?? [], total: parts.total ?? [], others: parts.others ?? [] };
}

/** Median time of the statements of a request. Each request is timed once. */
async function medianTime(
  session: pg.Client,
  requests: readonly (readonly SentStatement[])[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const queries = requests.map((request) => request.map(asQuery));
  const named = new Map(queries.flat().flatMap((query) => (query.name === undefined ? [] : [[query.name, query]])));
  // Named statements run once before the measurement, so that this session has parsed them as a warm connection has.
  for (const query of named.values()) await session.query(query);
  const times: number[] = [];
  const until = performance.now() + PATIENCE;
  for (const statements of queries) {
    if (statements.length === 0 || performance.now() > until) continue;
    signal.throwIfAborted();
    const start = performance.now();
    for (const statement of statements) await session.query(statement);
    times.push(performance.now() - start);
  }
  return median(times);
}

interface SessionQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

function asQuery({ text, values, name }: SentStatement): SessionQuery {
  return { text, values: [...values], ...(name === undefined ? {} : { name }) };
}
