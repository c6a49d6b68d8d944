import { expect, jest } from '@jest/globals';

declare global {
  /** Set by the Jest project `faults`: everything is tried as often, and as long, as the figures of docs/reliability.md say. */
  var FULL_FAULTS: boolean | undefined;
}

/** Whether this run is the full one. */
export const isFullRun = globalThis.FULL_FAULTS === true;

// Processes start many times over: on a machine that is busy with other tests, too, each takes its time.
if (!isFullRun) jest.setTimeout(300_000);

/** What a count or a length is in the form of this run. */
export const byRunMode = <Value>(short: Value, full: Value): Value => (isFullRun ? full : short);

/** Defines tests that the short form leaves out, as what they try of the service is tried by others too, in another way. */
export function onlyInFullRun(define: () => void): void {
  if (isFullRun) define();
}

/**
 * Expects a figure that a busy machine would spoil to stay below a limit, in the full form only: that one runs alone.
 * @param figures by what they measure, in the unit of the limit
 */
export function expectAtMostInFullRun(limit: number, figures: Readonly<Record<string, number>>): void {
  if (!isFullRun) return;
  const above = Object.entries(figures).filter(([, figure]) => !(figure <= limit));
  expect({ limit, above }).toEqual({ limit, above: [] });
}

/**
 * Prints what was counted, in one line that begins with `faults:`.
 * @example report('database killed', { acknowledged: 2079, lost: 0, longest_ms: 737.4 })
 */
export function printFigures(what: string, figures: Readonly<Record<string, number | string>>): void {
  const rounded = Object.entries(figures).map(([name, figure]) => {
    const shown = typeof figure === 'number' && !Number.isInteger(figure) ? figure.toFixed(1) : String(figure);
    return `${name} ${shown}`;
  });
  process.stdout.write(`faults: ${what} (${byRunMode('short', 'full')}): ${rounded.join(', ')}\n`);
}
