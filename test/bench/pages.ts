import type { BenchDatabase } from './database.js';
import { CONNECTIONS, compareAlternately, type Comparison } from './drive-in-turn.js';
import { drive } from './drive.js';
import { median, printTable } from './format.js';
import { isSelected, type BenchOptions } from './options.js';
import { startService, withResources, type Server } from './processes.js';
import { reportComparison, verdict } from './report.js';
import { NAMESPACE } from './requests.js';

const PAGE_PATH = '/en/agenda';
/** The JSON list with the same events. */
const LIST_PATH = `${NAMESPACE}/events?ends_after=now&per_page=50`;
/** A list of the same size that does not depend on the current moment, so that the response cache stores it. */
const CACHED_LIST_PATH = `${NAMESPACE}/events?per_page=50`;
/** Maximum time of a month in milliseconds, without the response cache. */
const MONTH_GOAL = 60;
/** Months are read from this many months in the past to as many in the future. */
const MONTHS = 6;

/** Measures the public pages against the JSON list, and the view of a month. */
export async function measurePages(database: BenchDatabase, options: BenchOptions): Promise<void> {
  const rows = [
    { name: 'list page', cacheBytes: '0', listPath: LIST_PATH, goal: 0.7 },
    { name: 'cached list page', cacheBytes: '', listPath: CACHED_LIST_PATH, goal: 0.9 },
  ].filter(({ name }) => isSelected(name, options));
  const comparisons: Comparison[] = [];
  for (const row of rows) comparisons.push(await comparePage(database, options, row));
  if (comparisons.length > 0)
    reportComparison('List as page and as JSON, 16 connections', ['page', 'JSON'], comparisons);
  if (!isSelected('month', options)) return;
  const time = await monthTime(database, options);
  printTable(
    'Month, one connection, p50',
    ['goal', 'ms', 'met'],
    [[`≤ ${MONTH_GOAL}`, time?.toFixed(1), verdict((time ?? Infinity) <= MONTH_GOAL)]],
  );
}

interface PageRow {
  readonly name: string;
  readonly cacheBytes: string;
  readonly listPath: string;
  readonly goal: number;
}

const comparePage = (database: BenchDatabase, { rounds, seconds }: BenchOptions, row: PageRow): Promise<Comparison> =>
  withResources(async (register) => {
    const service = register(await startService({ database, environment: { CACHE_BYTES: row.cacheBytes } }));
    const load = { connections: CONNECTIONS, seconds };
    const driveWith = (path: string) => () => drive(service, () => ({ method: 'GET', path }), load);
    return compareAlternately(row, [driveWith(PAGE_PATH), driveWith(row.listPath)], rounds);
  });

/** Median time of a month in milliseconds. The first request to each month is a warm-up. */
function monthTime(database: BenchDatabase, { rounds }: BenchOptions): Promise<number | undefined> {
  return withResources(async (register) => {
    const service = register(await startService({ database, environment: { CACHE_BYTES: '0' } }));
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1)
      for (let month = -MONTHS; month <= MONTHS; month += 1) {
        const milliseconds = await timeMonth(service, month);
        if (round > 0) times.push(milliseconds);
      }
    return median(times);
  });
}

async function timeMonth({ origin }: Server, offset: number): Promise<number> {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() + offset, 1);
  const started = performance.now();
  const response = await fetch(`${origin}${PAGE_PATH}/month/${date.toISOString().slice(0, 7)}`);
  await response.text();
  if (!response.ok) throw new Error(`The page of a month is ${response.status}`);
  return performance.now() - started;
}
