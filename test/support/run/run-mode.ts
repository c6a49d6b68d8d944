import { expect } from 'vitest';

/** Whether all variants run, with the counts and durations of docs/reliability.md, see `npm run test:full`. */
export const isFullRun = process.env['TEST_MODE'] === 'full';

/** Selects a count or duration for the short or the full form. */
export const byRunMode = <Value>(short: Value, full: Value): Value => (isFullRun ? full : short);

/** Selects some rows of a table of cases for the short form: those that `isRepresentative` accepts, by default every tenth. */
export const casesByRunMode = <Case>(
  cases: readonly Case[],
  isRepresentative: (testCase: Case, index: number) => boolean = (_testCase, index) => index % 10 === 0,
): readonly Case[] => (isFullRun ? cases : cases.filter(isRepresentative));

/** Defines tests that run in the full form only, because other tests cover the same code in another way. */
export function onlyInFullRun(defineTests: () => void): void {
  if (isFullRun) defineTests();
}

/**
 * Expects figures to be at most a limit, in the full form only: it runs on an idle machine.
 * @param figures by what they measure, in the unit of the limit
 */
export function expectAtMostInFullRun(limit: number, figures: Readonly<Record<string, number>>): void {
  if (!isFullRun) return;
  const aboveLimit = Object.entries(figures).filter(([, figure]) => !(figure <= limit));
  expect({ limit, aboveLimit }).toEqual({ limit, aboveLimit: [] });
}

/**
 * Prints figures in one line that starts with `faults:`.
 * @example printFigures('database killed', { acknowledged: 2079, lost: 0, longest_ms: 737.4 })
 */
export function printFigures(title: string, figures: Readonly<Record<string, number | string>>): void {
  const rounded = Object.entries(figures).map(([name, figure]) => {
    const text = typeof figure === 'number' && !Number.isInteger(figure) ? figure.toFixed(1) : String(figure);
    return `${name} ${text}`;
  });
  process.stdout.write(`faults: ${title} (${byRunMode('short', 'full')}): ${rounded.join(', ')}\n`);
}
