import { describe, expect, it } from '@jest/globals';
import { PlanMode } from '../../../src/persistence/client/plan-mode.js';

/** What is set before one statement after another: `prepared` and `select` have values, all else has none. */
function changesBefore(...texts: readonly string[]) {
  const mode = new PlanMode();
  return texts.map((text) => mode.changeBefore(text, ['prepared', 'select'].includes(text), text === 'prepared'));
}

describe('how statements are planned', () => {
  it('9.3 is by their values to begin with, and for any values where they are prepared', () => {
    expect(changesBefore('select', 'prepared', 'prepared', 'select', 'select')).toEqual([
      undefined,
      'force_generic_plan',
      undefined,
      'auto',
      undefined,
    ]);
  });

  it('9.3 is no matter where there are no values', () => {
    expect(changesBefore('prepared', 'begin', 'update tags set id = 1', 'commit', 'prepared')).toEqual([
      'force_generic_plan',
      ...Array.from({ length: 4 }, () => undefined),
    ]);
  });

  it.each(['rollback', ' ROLLBACK', 'rollback to savepoint claim'])('9.3 is said again after %s', (end) => {
    expect(changesBefore('prepared', 'begin', end, 'prepared', 'select', end, 'select')).toEqual([
      'force_generic_plan',
      undefined,
      undefined,
      'force_generic_plan',
      'auto',
      undefined,
      'auto',
    ]);
  });
});
