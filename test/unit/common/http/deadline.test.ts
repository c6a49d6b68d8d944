import { describe, expect, it } from '@jest/globals';
import { Deadline } from '../../../../src/common/http/deadline.js';

const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 }) as unknown as Error;

describe('a deadline', () => {
  it('12.4 ends a request, and what was answered as unavailable is not committed', () => {
    const deadline = new Deadline();
    expect(deadline.pass()).toBe(true);
    expect(() => deadline.beginCommit()).toThrow(unavailable);
    expect(deadline.pass()).toBe(true);
  });

  it('12.4 waits for a commit that is under way', () => {
    const deadline = new Deadline();
    deadline.beginCommit();
    expect(deadline.pass()).toBe(false);
    deadline.beginCommit();
    expect(deadline.pass()).toBe(false);
  });
});
