import { describe, expect, it } from '@jest/globals';
import { deletionModeOf } from '../../../../src/records/publishing/remove-record.query.js';

describe('what becomes of a record that is deleted', () => {
  it.each([
    [false, 'record', 'trash'],
    [true, 'record', 'permanent'],
    [false, 'translation', undefined],
    // Nothing but the translation goes, so nobody has to wait for more.
    [true, 'translation', undefined],
  ] as const)('3.9 force %s, scope %s: %s', (force, ml_scope, fate) => {
    expect(deletionModeOf({ force, ml_scope })).toBe(fate);
  });
});
