import { setTimeout } from 'node:timers/promises';
import { SharedAnswers } from '../../src/http/caching/shared-answers.js';
import { startOwnCalendar, type OwnCalendar } from './own-calendar.js';
import { rawRequest, type RawAnswer, type RawRequest } from './raw-request.js';
import type { TestCalendar } from './test-calendar.js';

/** An answer, and whether it was kept from an earlier request instead of being made anew. */
export interface Shown extends RawAnswer {
  readonly isKept: boolean;
}

/** What a read brings beside its path. */
export type Asking = Partial<Pick<RawRequest, 'method' | 'headers'>>;

/** A calendar whose response cache is on. */
export interface CachedCalendar extends OwnCalendar {
  readonly answers: SharedAnswers;
  /** The keys under which answers were asked for so far. */
  readonly keys: ReadonlySet<string>;
  /** Reads, by default without credentials. A `path` that begins with `/` stands behind the origin. */
  ask(path: string, asking?: Asking): Promise<Shown>;
  /** Reads until the answer is one that was kept: the cache rests for moments, as when this machine was busy. */
  untilKept(path: string, asking?: Asking): Promise<Shown>;
}

/** Starts a calendar whose response cache is on. */
export async function startCachedCalendar(environment: NodeJS.ProcessEnv = {}): Promise<CachedCalendar> {
  const calendar = await startOwnCalendar({ CACHE_BYTES: '20000000', ...environment });
  const answers = calendar.application.get(SharedAnswers);
  const keys = new Set<string>();
  let shown = 0;
  let made = 0;
  const get = answers.get.bind(answers);
  answers.get = async (key, freshness, make) => {
    keys.add(key);
    shown += 1;
    return get(key, freshness, () => {
      made += 1;
      return make();
    });
  };
  const ask = async (path: string, asking?: Asking): Promise<Shown> => {
    const before = { shown, made };
    const answer = await read(calendar, path, asking);
    return { ...answer, isKept: shown > before.shown && made === before.made };
  };
  return { ...calendar, answers, keys, ask, untilKept: (path, asking) => untilKept(() => ask(path, asking)) };
}

async function untilKept(ask: () => Promise<Shown>): Promise<Shown> {
  for (;;) {
    const shown = await ask();
    if (shown.isKept) return shown;
    await setTimeout(5);
  }
}

/** The name of every request is the same, so that answers can be compared. */
function read({ origin, base }: TestCalendar, path: string, { method = 'GET', headers }: Asking = {}) {
  const address = path.startsWith('/') ? path : `${base.slice(origin.length)}/${path}`;
  return rawRequest(origin, { method, path: address, headers: { 'X-Request-Id': 'same', ...headers } });
}

/** What of an answer is the same whenever it is given: all but the date. */
export function lasting({ status, rawHeaders, text }: RawAnswer): unknown {
  const date = rawHeaders.indexOf('Date');
  return { status, headers: rawHeaders.toSpliced(date, 2), text };
}

/** The same of an answer that was made anew because it was asked for with a password: others are told that they may keep it. */
export function lastingOpenly(made: RawAnswer): unknown {
  const place = made.rawHeaders.indexOf('Cache-Control') + 1;
  if (made.rawHeaders[place] !== 'no-store') throw new Error('What a password opens may be kept');
  return lasting({ ...made, rawHeaders: made.rawHeaders.with(place, 'public, max-age=0, must-revalidate') });
}
