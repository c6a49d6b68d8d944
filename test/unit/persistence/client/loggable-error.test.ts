import { describe, expect, it } from '@jest/globals';
import { loggableError } from '../../../../src/persistence/client/database-errors.js';

const failed = (message: string, code?: string) => Object.assign(new TypeError(message), { code, detail: 'hunter2' });

describe('loggableError', () => {
  it.each([
    [failed('relation "tags" does not exist', '42P01'), 'TypeError: relation "tags" does not exist'],
    [failed('new row\n - detail: Failing row contains (hunter2)', '23514'), 'TypeError: new row'],
    [failed('invalid input syntax for type integer: "hunter2"', '22P02'), 'TypeError: a value cannot be read'],
    [new Error('outer', { cause: failed('"hunter2"', '22P02') }), 'Error: a value cannot be read'],
  ])('logs %s without values (8.15)', (error, first) => {
    const [line, ...frames] = loggableError(error).split('\n');
    expect(line).toBe(first);
    expect(frames[0]).toMatch(/^ +at .*loggable-error\.test/);
    expect(frames.join()).not.toContain('hunter2');
  });

  it('logs only the type of a thrown value that is not an Error (8.15)', () => {
    expect(loggableError('hunter2')).toBe('string');
  });
});
