import type { BenchDatabase } from '../database.js';
import type { Comparison } from '../drive-in-turn.js';
import { formatCount, printTable, type Cell } from '../format.js';
import { isSelected, type BenchOptions } from '../options.js';
import { reportComparison, verdict } from '../report.js';
import { compareBesideStreams, comparePolls, firstByteTime } from './feed-requests.js';
import { memoryOfSlowReader } from './slow-reader.js';
import { compareStreams } from './whole-stream.js';

/** Maximum time to the first byte in milliseconds, by number of events. */
const FIRST_BYTE_GOALS: Readonly<Record<number, number>> = { 10_000: 50, 1_000_000: 1000 };
/** Minimum number of events per second in one stream. */
const STREAM_GOAL = 5000;
/** Maximum memory that a stream adds, in megabytes. */
const MEMORY_GOAL = 20;

/** A measurement, its result with a unit, its goal, and whether it is met. */
type Figure = readonly Cell[];

/** Measures calendar files, and prints the results. */
export async function measureFeeds(database: BenchDatabase, size: number, options: BenchOptions): Promise<void> {
  const measureIfSelected = async <Result>(name: string, measure: () => Promise<Result>): Promise<Result[]> =>
    isSelected(name, options) ? [await measure()] : [];
  const firstByte = await measureIfSelected('first byte', () => firstByteTime(database, options));
  const streams = await measureIfSelected('whole stream', () => compareStreams(database, size, options));
  const polls = await measureIfSelected('unchanged poll', () => comparePolls(database, options));
  const besideStreams = await measureIfSelected('beside streams', () => compareBesideStreams(database, options));
  const memory = await measureIfSelected('slow reader', () => memoryOfSlowReader(database));
  printTable(
    'Calendar file of all events',
    ['measurement', 'result', 'goal', 'met'],
    [
      ...firstByte.map((time) => atMost('first byte', time ?? NaN, FIRST_BYTE_GOALS[size], 'ms')),
      ...streams.map(({ measured: { perSecond } }) => wholeStream(perSecond)),
      ...memory.flatMap(({ resident, retained, events }) => [
        atMost('added by a slow reader, resident', resident, MEMORY_GOAL, 'MB'),
        atMost(`the same after a garbage collection, ${formatCount(events)} events read`, retained, undefined, 'MB'),
      ]),
    ],
  );
  reportAll('Events of one stream', ['service', 'floor'], streams);
  reportAll('Unchanged polls and a cached list, 16 connections', ['304', 'list'], polls.flat());
  reportAll('Requests beside four streams and alone, 16 connections', ['beside', 'alone'], besideStreams.flat());
}

const atMost = (name: string, value: number, goal: number | undefined, unit: string): Figure => [
  name,
  `${value.toFixed(0)} ${unit}`,
  goal === undefined ? '' : `≤ ${goal} ${unit}`,
  verdict(goal === undefined ? undefined : value <= goal),
];

const wholeStream = (perSecond: number): Figure => [
  'whole stream',
  `${formatCount(Math.round(perSecond))} events/s`,
  `≥ ${formatCount(STREAM_GOAL)} events/s`,
  verdict(perSecond >= STREAM_GOAL),
];

function reportAll(title: string, names: readonly string[], comparisons: readonly Comparison[]): void {
  if (comparisons.length > 0) reportComparison(title, names, comparisons);
}
