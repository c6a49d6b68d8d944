import { cpus, loadavg } from 'node:os';
import { openBenchDatabase, type BenchDatabase } from './database.js';
import { compareBuilds } from './compare-builds.js';
import { explainLists } from './explain.js';
import { measureFeeds } from './feeds/measure-feeds.js';
import { formatCount } from './format.js';
import { memoryAfterStart, watchMemory } from './memory.js';
import { measurePages } from './pages.js';
import { readOptions, type BenchOptions } from './options.js';
import { withResources } from './processes.js';
import { reportBuilds, reportComparison, reportMemory, reportStatements } from './report.js';
import { timeStatements, type StatementTimes } from './statements.js';
import { compareCache, compareWithFloor } from './throughput.js';

const options = readOptions(process.argv.slice(2));
const statements: StatementTimes[] = [];

type Command = (database: BenchDatabase, size: number) => Promise<void>;

const measureThroughput: Command = async (database) => {
  for (const floor of ['floor', 'tight'] as const)
    reportComparison('Uncached, 16 connections', ['service', floor], await compareWithFloor(database, floor, options));
  reportComparison('Response cache, 16 connections', ['cached', 'uncached'], await compareCache(database, options));
  await printMemoryAfterStart(database);
};

const measureStatements: Command = async (database, size) => {
  statements.push(...(await timeStatements(database, size, options)));
};

/** Work of each command on the database of one size. */
const COMMANDS: Record<Exclude<BenchOptions['command'], 'compare'>, Command> = {
  throughput: measureThroughput,
  statements: measureStatements,
  all: async (database, size) => {
    await measureThroughput(database, size);
    await measureStatements(database, size);
  },
  memory: async (database) => {
    await printMemoryAfterStart(database);
    reportMemory(await watchMemory(database));
  },
  explain: (database) => explainLists(database, options),
  feeds: (database, size) => measureFeeds(database, size, options),
  pages: (database) => measurePages(database, options),
};

async function printMemoryAfterStart(database: BenchDatabase): Promise<void> {
  const { resident, retained } = await memoryAfterStart({ database });
  console.log(
    `\nBefore the first request: ${resident.toFixed(0)} MB resident, ${retained.toFixed(0)} MB after a collection`,
  );
}

async function measure(size: number): Promise<void> {
  const [load = 0] = loadavg();
  console.log(`\n${formatCount(size)} events, Node ${process.version}, load before ${load.toFixed(1)}`);
  console.log(`${cpus().length} × ${cpus()[0]?.model}`);
  const { command, data } = options;
  if (command === 'compare') return reportBuilds(await compareBuilds(size, options));
  await withResources(async (register) => COMMANDS[command](register(await openBenchDatabase(data, size)), size));
}

// Exit listeners stop the child processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
for (const size of options.sizes) await measure(size);
if (statements.length > 0) reportStatements(statements);
