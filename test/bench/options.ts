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

/** What a run is asked for; see README.md. */
export interface BenchOptions {
  readonly command: Command;
  /** Built checkouts that `compare` compares. */
  readonly before: string;
  readonly after: string;
  /** Folder of the databases, one for each size. */
  readonly data: string;
  /** Numbers of events, ascending. */
  readonly sizes: readonly number[];
  readonly connections: readonly number[];
  readonly rounds: number;
  /** How long a round drives each of the two, over all numbers of connections together. */
  readonly seconds: number;
  /** How many different values each statement is timed with. */
  readonly values: number;
  /** How long `memory` and `slowest` go on. */
  readonly minutes: number | undefined;
  /** Parts of the names of the kinds of requests to keep to, separated by commas; empty for all. */
  readonly only: string;
  /** Options of Node for the service and the floor alike. */
  readonly nodeFlags: readonly string[];
  /** File for the results. */
  readonly json: string | undefined;
}

/** Whether `--only` selects a kind of request. */
export const isAsked = (name: string, { only }: Pick<BenchOptions, 'only'>): boolean =>
  only.split(',').some((part) => name.includes(part.trim()));

/** Reads the command line. */
export function readOptions(words: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  const [command = 'all'] = positionals;
  if (!COMMANDS.some((each) => each === command)) throw new Error(`What is ${command}? One of ${COMMANDS.join(', ')}`);
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
/** What is compared with a goal at the largest size needs no other. */
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
  if (text.trim() === '' || !(value > 0)) throw new Error(`--${name}: ${text} is no positive number`);
  return value;
}
