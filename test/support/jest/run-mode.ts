import { expect } from '@jest/globals';

declare global {
  /** Set by jest.config.mjs if the environment variable `TEST_MODE` is `full`, see `npm run test:full`. */
  var FULL_RUN: boolean | undefined;
}

/** Whether all variants run, with the counts and durations of docs/reliability.md. */
export const isFullRun = globalThis.FULL_RUN === true;

/** Selects a count or duration by the form of this run. */
export const byRunMode = <Value>(short: Value, full: Value): Value => (isFullRun ? full : short);

/** Selects some rows of a table of cases for the short form: each that `isRepresentative` accepts, by default every tenth. */
export const casesByRunMode = <Case>(
  cases: readonly Case[],
  isRepresentative: (each: Case, index: number) => boolean = (_each, index) => index % 10 === 0,
): readonly Case[] => (isFullRun ? cases : cases.filter(isRepresentative));

/** Defines tests that run in the full form only, because other tests cover the same code in another way. */
export function onlyInFullRun(define: () => void): void {
  if (isFullRun) define();
}

/**
 * Expects figures to stay below a limit, in the full form only: it runs on an idle machine.
 * @param figures by what they measure, in the unit of the limit
 */
export function expectAtMostInFullRun(limit: number, figures: Readonly<Record<string, number>>): void {
  if (!isFullRun) return;
  const above = Object.entries(figures).filter(([, figure]) => !(figure <= limit));
  expect({ limit, above }).toEqual({ limit, above: [] });
}

/**
 * Prints figures in one line that starts with `faults:`.
 * @example printFigures('database killed', { acknowledged: 2079, lost: 0, longest_ms: 737.4 })
 */
export function printFigures(what: string, figures: Readonly<Record<string, number | string>>): void {
  const rounded = Object.entries(figures).map(([name, figure]) => {
    const shown = typeof figure === 'number' && !Number.isInteger(figure) ? figure.toFixed(1) : String(figure);
    return `${name} ${shown}`;
  });
  process.stdout.write(`faults: ${what} (${byRunMode('short', 'full')}): ${rounded.join(', ')}\n`);
}
