import type { Repetition } from './cache.js';
import type { Driven } from './drive.js';
import { inMs, inThousands, inTimes, printTable, ratio, type Cell } from './format.js';
import type { MemoryUse } from './memory.js';
import type { BuildComparison } from './compare-builds.js';
import type { StartUp } from './start-up.js';
import type { Tried } from './slowest.js';
import type { StatementTimes } from './statements.js';
import type { Comparison } from './drive-in-turn.js';

/** `yes` or `NO`; empty without a goal. */
function verdict(isReached: boolean | undefined): string {
  return isReached === undefined ? '' : isReached ? 'yes' : 'NO';
}

/** Prints the comparison with the floor, or with another server, at one size. */
export function reportThroughput(
  size: number,
  comparisons: readonly Comparison[],
  [one, other]: readonly [string, string] = ['service', 'floor'],
): void {
  const rows = comparisons.map(({ kind, connections, measured, base, ratio: rate, goal }): Cell[] => [
    kind,
    connections,
    measured.perSecond.toFixed(0),
    base.perSecond.toFixed(0),
    rate?.toFixed(2),
    goal === undefined ? '' : `≥ ${goal}`,
    verdict(goal === undefined ? undefined : (rate ?? 0) >= goal),
    ...[measured.p50, base.p50, measured.p99, base.p99].map(inMs),
    ...[measured.serverTime, base.serverTime, measured.databaseTime, base.databaseTime].map(inMs),
    ratio(allTime(base), allTime(measured))?.toFixed(2),
    measured.failed + base.failed || '',
  ]);
  const head = ['request', 'conn.', `${one}/s`, `${other}/s`, 'ratio', 'goal', 'met'];
  const figures = ['p50 ms', 'p99 ms', 'CPU ms', 'DB CPU ms'].flatMap((name) => [name, other]);
  const times = [...figures, 'by CPU', 'failed'];
  printTable(`${inThousands(size)} events, responses per second, uncached`, [...head, ...times], rows);
}

const allTime = ({ serverTime, databaseTime }: Driven): number | undefined =>
  serverTime === undefined || databaseTime === undefined ? undefined : serverTime + databaseTime;

/** Prints the comparison of two builds. */
export function reportBuilds({ comparisons, memory }: BuildComparison): void {
  const rows = comparisons.map(({ kind, connections, measured, base, ratio: rate, spread }): Cell[] => [
    kind,
    connections,
    base.perSecond.toFixed(0),
    measured.perSecond.toFixed(0),
    rate?.toFixed(2),
    spread.map((each) => each.toFixed(2)).join('–'),
    ...[base.serverTime, measured.serverTime].map(inMicroseconds),
    ratio(measured.serverTime, base.serverTime)?.toFixed(2),
    ...[base.databaseTime, measured.databaseTime].map(inMicroseconds),
    ratio(measured.databaseTime, base.databaseTime)?.toFixed(2),
    measured.failed + base.failed || '',
  ]);
  const rates = ['before/s', 'after/s', 'ratio', 'range'];
  const times = ['Node µs', 'after', 'ratio', 'DB µs', 'after', 'ratio', 'failed'];
  printTable('Comparison of builds, medians', ['request', 'conn.', ...rates, ...times], rows);
  const megabytes = memory.map(({ name, resident, heap, driven }): Cell[] => [
    name,
    ...[heap, resident, ...driven].map((each) => each?.toFixed(0)),
  ]);
  printTable('Memory in MB', ['build', 'live heap', 'at the start', 'reads', 'creates', 'cached'], megabytes);
}

const inMicroseconds = (milliseconds: number | undefined): Cell =>
  milliseconds === undefined ? undefined : (milliseconds * 1000).toFixed(0);

export function reportStartUp({ resident, heap }: StartUp): void {
  console.log(`\nBefore the first request: ${resident.toFixed(0)} MB resident, ${heap.toFixed(0)} MB live heap`);
}

/** Prints the response times at the lowest number of connections, by size. */
export function reportGrowth(comparisons: readonly Comparison[]): void {
  const sizes = [...new Set(comparisons.map(({ size }) => size))];
  const least = Math.min(...comparisons.map(({ connections }) => connections));
  const alone = comparisons.filter(({ connections }) => connections === least);
  const rows = [...Map.groupBy(alone, ({ kind }) => kind)].map(([kind, all]): Cell[] => {
    const times = sizes.map((size) => all.find((each) => each.size === size)?.measured.p50);
    return [kind, ...times.map(inMs), inTimes(ratio(times.at(-1), times[0]))];
  });
  printTable(
    `Response time, p50 in ms at ${least} connection(s)`,
    ['request', ...sizes.map(inThousands), 'growth'],
    rows,
  );
}

export function reportCache({ size, cached, uncached, ratio, goal }: Repetition): void {
  const row = [inThousands(size), uncached?.toFixed(0), cached?.toFixed(0), ratio?.toFixed(2), `≥ ${goal}`];
  const head = ['events', 'uncached/s', 'cached/s', 'ratio', 'goal', 'met'];
  printTable('Response cache, repeated default list, 16 connections', head, [[...row, verdict((ratio ?? 0) >= goal)]]);
}

/** Prints the times of list statements, by size. */
export function reportStatements(times: readonly StatementTimes[]): void {
  const sizes = [...new Set(times.map(({ size }) => size))];
  const rows = [...Map.groupBy(times, ({ kind }) => kind)].map(([kind, all]): Cell[] => {
    const of = (size: number | undefined) => all.find((each) => each.size === size);
    const [first, last] = [of(sizes[0]), of(sizes.at(-1))];
    const growth = sizes.length > 1 ? ratio(last?.page, first?.page) : undefined;
    const { growth: most, total, all: together } = last?.goals ?? {};
    const figures = [
      [growth, most],
      [last?.total, total],
      [sum(last), together],
    ] as const;
    const judged = figures.flatMap(([figure, goal]) =>
      goal === undefined || figure === undefined ? [] : [figure <= goal],
    );
    return [
      kind,
      ...sizes.map((size) => inMs(of(size)?.page)),
      inTimes(growth),
      ...sizes.map((size) => inMs(of(size)?.total)),
      sizes.length > 1 ? inTimes(ratio(last?.total, first?.total)) : '',
      inMs(last?.others),
      verdict(judged.length > 0 ? judged.every(Boolean) : undefined),
      last?.refused ?? first?.refused ?? '',
    ];
  });
  const by = (name: string) => sizes.map((size) => `${name} ${inThousands(size)}`);
  const head = ['list', ...by('page'), 'growth', ...by('total'), 'growth', 'others', 'goals met', 'rejected'];
  printTable('List statements, p50 in ms, one connection', head, rows);
}

export function reportMemory({ size, most, slope, samples, perSecond, failed, goal }: MemoryUse): void {
  const row = [inThousands(size), samples.length, most.toFixed(0), `< ${goal}`, verdict(most < goal), slope.toFixed(2)];
  const head = ['events', 'seconds', 'peak MB', 'goal', 'met', 'MB/min, 2nd half', 'responses/s', 'failed'];
  printTable('Resident memory at 64 connections', head, [[...row, perSecond.toFixed(0), failed]]);
}

/** Prints one line per request, the URL last because it is long. */
export function reportSlowest(size: number, tried: readonly Tried[]): void {
  console.log(`\n${inThousands(size)} events, slowest requests: ms, status, URL\n`);
  for (const { path, milliseconds, status } of tried) {
    console.log(`${milliseconds.toFixed(0).padStart(6)}  ${status}  ${decodeURIComponent(path)}`);
  }
}

const sum = (times: StatementTimes | undefined): number | undefined =>
  times?.page === undefined ? undefined : times.page + (times.total ?? 0) + (times.others ?? 0);
