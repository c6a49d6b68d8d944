import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const COMMANDS = [
  'all',
  'throughput',
  'compare',
  'extended',
  'statements',
  'memory',
  'slowest',
  'explain',
] as const;
export type Command = (typeof COMMANDS)[number];

/** Options of a run, see README.md. */
export interface BenchOptions {
  readonly command: Command;
  /** Checkouts that `compare` measures. Both must be built. */
  readonly before: string;
  readonly after: string;
  /** Parent folder of the databases, one per size. */
  readonly data: string;
  /** Numbers of events, ascending. */
  readonly sizes: readonly number[];
  readonly connections: readonly number[];
  readonly rounds: number;
  /** Seconds per round and server, shared by all numbers of connections. */
  readonly seconds: number;
  /** Number of different values for each statement. */
  readonly values: number;
  /** Duration of `memory` and `slowest`. */
  readonly minutes: number | undefined;
  /** Comma-separated substrings that select kinds of requests or lists by name. Empty: all. */
  readonly only: string;
  /** Node flags of the service and the floor. */
  readonly nodeFlags: readonly string[];
  /** Output file for the results. */
  readonly json: string | undefined;
}

export const isAsked = (name: string, { only }: Pick<BenchOptions, 'only'>): boolean =>
  only.split(',').some((part) => name.includes(part.trim()));

/** Parses the command line. */
export function readOptions(words: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  const [command = 'all'] = positionals;
  if (!COMMANDS.some((each) => each === command))
    throw new Error(`Unknown command "${command}". Expected one of ${COMMANDS.join(', ')}`);
  return {
    command: command as Command,
    before: values.before,
    after: values.after,
    data: values.data,
    sizes: numbers('sizes', values.sizes ?? SIZES[command as Command]).toSorted((one, other) => one - other),
    connections: numbers('connections', values.connections ?? (command === 'compare' ? '16' : '1,16,64')),
    rounds: number('rounds', values.rounds),
    seconds: number('seconds', values.seconds ?? (command === 'compare' ? '7' : '6')),
    values: number('values', values.values),
    minutes: values.minutes === undefined ? undefined : number('minutes', values.minutes),
    only: values.only,
    nodeFlags: values['node-flags'].split(' ').filter(Boolean),
    json: values.json,
  };
}

const ALL = '10000,100000,1000000';
const MOST = '1000000';
/** Default sizes. A command with a goal at the largest size measures only that size. */
const SIZES: Record<Command, string> = {
  all: ALL,
  throughput: ALL,
  compare: '10000',
  extended: ALL,
  statements: ALL,
  memory: MOST,
  slowest: MOST,
  explain: MOST,
};

const OPTIONS = {
  before: { type: 'string', default: '.' },
  after: { type: 'string', default: '.' },
  data: { type: 'string', default: join(tmpdir(), 'calendar-bench') },
  sizes: { type: 'string' },
  connections: { type: 'string' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string' },
  values: { type: 'string', default: '15' },
  minutes: { type: 'string' },
  only: { type: 'string', default: '' },
  'node-flags': { type: 'string', default: '' },
  json: { type: 'string' },
} as const;

function numbers(name: string, text: string): number[] {
  return text.split(',').map((each) => number(name, each));
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}"`);
  return value;
}
