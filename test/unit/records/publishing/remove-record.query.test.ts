import { describe, expect, it } from 'vitest';
import { deletionModeOf } from '../../../../src/records/publishing/remove-record.query.js';

describe('deletionModeOf', () => {
  it.each([
    [false, undefined, 'trash'],
    [true, undefined, 'permanent'],
    [false, 'record', 'trash'],
    [true, 'record', 'permanent'],
    [false, 'translation', undefined],
    // Only the translation is deleted, so `force` has no effect.
    [true, 'translation', undefined],
  ] as const)('with force=%s and ml_scope=%s returns %s (3.9)', (force, ml_scope, expected) => {
    expect(deletionModeOf({ force, ml_scope })).toBe(expected);
  });
});
