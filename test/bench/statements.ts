import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchDatabase } from './database.js';
import { median } from './format.js';
import { listKinds, type ListKind } from './lists.js';
import { isSelected, type BenchOptions } from './options.js';
import { withResources, startService, TOKEN, type Server } from './processes.js';
import { NAMESPACE } from './requests.js';
import { readValues } from './values.js';

/** A statement that the service sends, see statement-tap.mjs. */
export interface SentStatement {
  readonly text: string;
  readonly values: (string | Buffer | null)[];
  /** Name of a prepared statement. */
  readonly name?: string;
}

/** Times of the statements of a kind of list: medians in milliseconds. */
export interface StatementTimes extends Partial<Record<Part, number>> {
  readonly size: number;
  readonly kind: ListKind;
  /** Status and code if the service rejected the list. */
  readonly rejected: string | undefined;
}

/**
 * Statements that read the page, statements that count all matching rows (and return them if there are few), and all others, such as
 * lookups of referenced records.
 */
type Part = 'page' | 'total' | 'others';

/** The statements of one request for a list. */
export interface ListStatements extends Partial<Record<Part, SentStatement[]>> {
  readonly path: string;
  readonly rejected?: string;
}

/** Number of requests for each kind of list. Their statements are timed. */
const REQUESTS_PER_KIND = 15;
/** Time budget for each part of a kind of list. The last request may exceed it. */
const TIME_BUDGET_MS = 20_000;

/** Records the statements of each kind of list and times them on a separate connection. */
export function timeStatements(
  database: BenchDatabase,
  size: number,
  options: BenchOptions,
): Promise<StatementTimes[]> {
  return withTappedService(database, options, async (kinds, statementsOf, session) => {
    const times: StatementTimes[] = [];
    for (const kind of kinds) {
      const lists: ListStatements[] = [];
      while (lists.length < REQUESTS_PER_KIND && !lists.at(-1)?.rejected) lists.push(await statementsOf(kind));
      const time = (part: Part) =>
        medianTime(
          session,
          lists.map((list) => list[part] ?? []),
        );
      const [page, total, others] = [await time('page'), await time('total'), await time('others')];
      times.push({ size, kind, page, total, others, rejected: lists.at(-1)?.rejected });
    }
    return times;
  });
}

/**
 * Starts a service that records its statements and opens a session with the same settings. The session returns all
 * values as text.
 */
export function withTappedService<Result>(
  database: BenchDatabase,
  options: BenchOptions,
  work: (
    kinds: readonly ListKind[],
    statementsOf: (kind: ListKind) => Promise<ListStatements>,
    session: pg.Client,
  ) => Promise<Result>,
): Promise<Result> {
  return withResources(async (register) => {
    const nodeFlags = ['--import', join(import.meta.dirname, 'statement-tap.mjs')];
    const service = register(await startService({ database, nodeFlags }));
    const session = new pg.Client({
      connectionString: database.url,
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
      types: { getTypeParser: () => (text: string) => text },
    });
    await session.connect();
    register({ stop: () => session.end() });
    const kinds = listKinds(await readValues(database.session)).filter(({ name }) => isSelected(name, options));
    return work(kinds, (kind) => request(service, kind), session);
  });
}

/** Sends one request and returns its statements. The service may reject it, for example for an unknown parameter. */
async function request(service: Server, { path, asEditor }: ListKind): Promise<ListStatements> {
  const fullPath = `${NAMESPACE}/${path()}`;
  const headers = { Prefer: 'handling=strict', ...(asEditor ? { Authorization: `Bearer ${TOKEN}` } : {}) };
  await takeStatements(service);
  const response = await fetch(`${service.origin}${fullPath}`, { headers });
  const body = await response.text();
  if (!response.ok) {
    return { path: fullPath, rejected: `${response.status} ${(JSON.parse(body) as { code: string }).code}` };
  }
  const statements = await takeStatements(service);
  const queries = statements.filter(({ text }) => !/^(begin|commit|rollback|set )|pg_database|from users/.test(text));
  const parts = Object.groupBy(queries, ({ text }): Part => {
    if (/count\(\*\) as total/.test(text)) return 'total';
    return /as sort_value|as page \(id, rank\)|\.id = any/.test(text) ? 'page' : 'others';
  });
  return { path: fullPath, ...parts };
}

/** Returns the statements that the service has sent since the last call. */
async function takeStatements({ child }: Server): Promise<SentStatement[]> {
  child.send('take');
  const [statements] = (await once(child, 'message')) as [SentStatement[]];
  return statements;
}

/** Median time of the statements of a request. Each request is timed once. */
async function medianTime(
  session: pg.Client,
  requests: readonly (readonly SentStatement[])[],
): Promise<number | undefined> {
  const statementsByName = new Map(requests.flat().map((statement) => [statement.name, statement] as const));
  // Named statements run once before the measurement, so that this session has parsed them as a warm connection has.
  for (const [name, statement] of statementsByName) if (name !== undefined) await session.query(statement);
  const times: number[] = [];
  const deadline = performance.now() + TIME_BUDGET_MS;
  for (const statements of requests) {
    if (statements.length === 0 || performance.now() > deadline) continue;
    const start = performance.now();
    for (const statement of statements) await session.query(statement);
    times.push(performance.now() - start);
  }
  return median(times);
}
