import { writeFileSync } from 'node:fs';
import { compareCache, type Repetition } from './cache.js';
import { openBenchDatabase, type BenchDatabase } from './database.js';
import { compareBuilds } from './compare-builds.js';
import { explainLists } from './explain.js';
import { compareExtended } from './extended.js';
import type { Comparison } from './drive-in-turn.js';
import { inThousands } from './format.js';
import { endingAll, untilInterrupted } from './interruption.js';
import { describeMachine, machineLine } from './machine.js';
import { watchMemory } from './memory.js';
import { readOptions, type Command } from './options.js';
import {
  reportBuilds,
  reportCache,
  reportGrowth,
  reportMemory,
  reportSlowest,
  reportStartUp,
  reportStatements,
  reportThroughput,
} from './report.js';
import { measureStartUp } from './start-up.js';
import { findSlowest } from './slowest.js';
import { timeStatements, type StatementTimes } from './statements.js';
import { compareThroughput, compareWithTightFloor } from './throughput.js';

const options = readOptions(process.argv.slice(2));
const signal = untilInterrupted();
const throughput: Comparison[] = [];
const cache: Repetition[] = [];
const statements: StatementTimes[] = [];
const results: Record<string, unknown> = { options, throughput, cache, statements };

/** Work of each command on the database of one size. `all` runs `throughput` and `statements`. */
const WORK: Record<Exclude<Command, 'all' | 'compare'>, (database: BenchDatabase) => Promise<void>> = {
  throughput: async (database) => {
    const compared = await compareThroughput(database, options, signal);
    throughput.push(...compared);
    reportThroughput(database.size, compared);
    const tight = await compareWithTightFloor(database, options, signal);
    results['tight'] = tight;
    reportThroughput(database.size, tight, ['service', 'tight']);
    const repetition = await compareCache(database, options, signal);
    cache.push(repetition);
    reportCache(repetition);
    await startUp(database);
  },
  extended: async (database) => {
    const compared = await compareExtended(database, options, signal);
    results['extended'] = compared;
    reportThroughput(database.size, compared, ['extended', 'plain']);
  },
  statements: async (database) => {
    statements.push(...(await timeStatements(database, options, signal)));
  },
  memory: async (database) => {
    const memory = await watchMemory(database, options, signal);
    results['memory'] = memory;
    reportMemory(memory);
    await startUp(database);
  },
  slowest: async (database) => {
    const slowest = await findSlowest(database, options, signal);
    results['slowest'] = slowest;
    reportSlowest(database.size, slowest);
  },
  explain: (database) => explainLists(database, options, signal),
};

async function startUp(database: BenchDatabase): Promise<void> {
  const measured = await measureStartUp({ database, nodeFlags: options.nodeFlags });
  results['startUp'] = measured;
  reportStartUp(measured);
}

async function measure(size: number): Promise<void> {
  const { command } = options;
  if (command === 'compare') {
    const builds = await compareBuilds(size, options, signal);
    results['builds'] = builds;
    return reportBuilds(builds);
  }
  await endingAll(async (started) => {
    const database = started(await openBenchDatabase(options.data, size, signal));
    const machine = describeMachine(database.version);
    results['machine'] ??= machine;
    console.log(`\n${inThousands(size)} events on ${machineLine(machine)}`);
    for (const each of command === 'all' ? (['throughput', 'statements'] as const) : [command]) {
      await WORK[each](database);
    }
  });
}

try {
  for (const size of options.sizes) await measure(size);
  if (throughput.length > 0) reportGrowth(throughput);
  if (statements.length > 0) reportStatements(statements);
} catch (error) {
  if (!signal.aborted) throw error;
  console.error(String(signal.reason));
  process.exitCode = 130;
} finally {
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
}
