import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ALL_SIZES = '10000,100000,1000000';
const LARGEST_SIZE = '1000000';
/** Default sizes of each command. */
const SIZES = {
  all: ALL_SIZES,
  throughput: ALL_SIZES,
  statements: ALL_SIZES,
  compare: '10000',
  memory: LARGEST_SIZE,
  explain: LARGEST_SIZE,
  feeds: '10000,1000000',
  pages: '10000,1000000',
};

/** Options of a run, see README.md. */
export interface BenchOptions {
  readonly command: keyof typeof SIZES;
  /** Checkouts that `compare` measures. Both must be built. */
  readonly before: string;
  readonly after: string;
  /** Parent folder of the databases, one per size. */
  readonly data: string;
  /** Numbers of events, ascending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Seconds per round, server and kind of request. */
  readonly seconds: number;
  /** Comma-separated substrings that select kinds of requests or lists by name. Empty: all. */
  readonly only: string;
}

export const isSelected = (name: string, { only }: Pick<BenchOptions, 'only'>): boolean =>
  only.split(',').some((part) => name.includes(part.trim()));

/** Parses the command line. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const [command = 'all'] = positionals;
  if (!isCommand(command)) {
    throw new Error(`Unknown command "${command}". Expected one of ${Object.keys(SIZES).join(', ')}`);
  }
  const { before, after, data, only } = values;
  const sizes = (values.sizes ?? SIZES[command]).split(',').map((size) => parsePositive('sizes', size));
  return {
    command,
    before,
    after,
    data,
    only,
    sizes: sizes.toSorted((left, right) => left - right),
    rounds: parsePositive('rounds', values.rounds),
    seconds: parsePositive('seconds', values.seconds ?? (command === 'compare' ? '7' : '4')),
  };
}

const OPTIONS = {
  before: { type: 'string', default: '.' },
  after: { type: 'string', default: '.' },
  data: { type: 'string', default: join(tmpdir(), 'calendar-bench') },
  sizes: { type: 'string' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string' },
  only: { type: 'string', default: '' },
} as const;

const isCommand = (word: string): word is keyof typeof SIZES => Object.hasOwn(SIZES, word);

function parsePositive(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}"`);
  return value;
}
