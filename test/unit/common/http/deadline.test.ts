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

  it('12.4 ends a request whose commit failed, and which is to be tried again', () => {
    const deadline = new Deadline();
    deadline.beginCommit();
    deadline.endCommit(undefined);
    deadline.beginCommit();
    expect(deadline.pass()).toBe(false);
    expect(() => deadline.endCommit(new Error('late'))).toThrow(unavailable);
    expect(() => deadline.beginCommit()).toThrow(unavailable);
    const other = new Deadline();
    other.beginCommit();
    other.endCommit(undefined);
    expect([other.isUp, other.pass(), other.isUp]).toEqual([false, true, true]);
  });
});
