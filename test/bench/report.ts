import type { BuildComparison } from './compare-builds.js';
import type { Comparison } from './drive-in-turn.js';
import type { LoadResult } from './drive.js';
import { formatMs, formatCount, printTable, ratio, type Cell } from './format.js';
import type { MemoryUse } from './memory.js';
import type { StatementTimes } from './statements.js';

/** `yes` or `NO`; empty without a goal. */
export function verdict(isReached: boolean | undefined): string {
  return isReached === undefined ? '' : isReached ? 'yes' : 'NO';
}

/** Prints the comparison of two servers. */
export function reportComparison(
  title: string,
  [firstName, secondName]: readonly string[],
  results: readonly Comparison[],
): void {
  const rows = results.map(({ kind, measured, base, ratio: rateRatio, goal }): Cell[] => [
    kind,
    measured.perSecond.toFixed(0),
    base.perSecond.toFixed(0),
    rateRatio?.toFixed(2),
    goal === undefined ? '' : `≥ ${goal}`,
    verdict(goal === undefined ? undefined : (rateRatio ?? 0) >= goal),
    ...[measured.p50, base.p50, measured.p99, base.p99].map(formatMs),
    ...[measured.serverTime, base.serverTime, measured.databaseTime, base.databaseTime].map(formatMs),
    ratio(totalTime(base), totalTime(measured))?.toFixed(2),
    measured.failed + base.failed || '',
  ]);
  const figures = ['p50 ms', 'p99 ms', 'CPU ms', 'DB CPU ms'].flatMap((name) => [name, `${secondName}`]);
  const head = ['request', `${firstName}/s`, `${secondName}/s`, 'ratio', 'goal', 'met', ...figures, 'by CPU', 'failed'];
  printTable(title, head, rows);
}

const totalTime = ({ serverTime, databaseTime }: LoadResult): number => serverTime + databaseTime;

/** Prints the comparison of two builds. */
export function reportBuilds({ comparisons, memory }: BuildComparison): void {
  const rows = comparisons.map(({ kind, measured, base, ratio: rateRatio, spread }): Cell[] => [
    kind,
    base.perSecond.toFixed(0),
    measured.perSecond.toFixed(0),
    rateRatio?.toFixed(2),
    spread.map((bound) => bound.toFixed(2)).join('–'),
    ...[base.serverTime, measured.serverTime].map(inMicroseconds),
    ratio(measured.serverTime, base.serverTime)?.toFixed(2),
    ...[base.databaseTime, measured.databaseTime].map(inMicroseconds),
    ratio(measured.databaseTime, base.databaseTime)?.toFixed(2),
    measured.failed + base.failed || '',
  ]);
  const rates = ['before/s', 'after/s', 'ratio', 'range'];
  const times = ['Node µs', 'after', 'ratio', 'DB µs', 'after', 'ratio', 'failed'];
  printTable('Comparison of builds, medians, 16 connections', ['request', ...rates, ...times], rows);
  const megabytes = memory.map((row, index) => [['before', 'after'][index], ...row.map((value) => value?.toFixed(0))]);
  const columns = ['build', 'retained at the start', 'resident', 'after reads', 'creates', 'cached reads'];
  printTable('Memory in MB', columns, megabytes);
}

const inMicroseconds = (milliseconds: number): Cell => (milliseconds * 1000).toFixed(0);

/** Prints the times of list statements, by size. */
export function reportStatements(times: readonly StatementTimes[]): void {
  const sizes = [...new Set(times.map(({ size }) => size))];
  const rows = [...Map.groupBy(times, ({ kind }) => kind.name)].map(([name, timesBySize]): Cell[] => {
    const [first, last] = [timesBySize[0], timesBySize.at(-1)];
    const growth = sizes.length > 1 ? ratio(last?.page, first?.page) : undefined;
    const { growth: maxGrowth, total: maxTotal, all: maxTime } = last?.kind.goals ?? {};
    const figures = [
      [growth, maxGrowth],
      [last?.total, maxTotal],
      [sum(last), maxTime],
    ] as const;
    const goalsMet = figures.flatMap(([figure, goal]) =>
      goal === undefined || figure === undefined ? [] : [figure <= goal],
    );
    return [
      name,
      ...timesBySize.map(({ page }) => formatMs(page)),
      growth && `× ${growth.toFixed(2)}`,
      ...timesBySize.map(({ total: time }) => formatMs(time)),
      formatMs(last?.others),
      verdict(goalsMet.length > 0 ? goalsMet.every(Boolean) : undefined),
      last?.rejected ?? '',
    ];
  });
  const columnsFor = (name: string) => sizes.map((size) => `${name} ${formatCount(size)}`);
  const head = ['list', ...columnsFor('page'), 'growth', ...columnsFor('total'), 'others', 'goals met', 'rejected'];
  printTable('List statements, p50 in ms, one connection', head, rows);
}

export function reportMemory({ peaks, perSecond, failed }: MemoryUse): void {
  const head = ['goal', 'peak MB, 1st half', '2nd half', 'met', 'responses/s', 'failed'];
  const isMet = verdict(Math.max(...peaks) < 300);
  const row = ['< 300', ...peaks.map((peak) => peak.toFixed(0)), isMet, perSecond.toFixed(0), failed];
  printTable('Resident memory at 64 connections', head, [row]);
}

const sum = (times: StatementTimes | undefined): number | undefined =>
  times?.page === undefined ? undefined : times.page + (times.total ?? 0) + (times.others ?? 0);
