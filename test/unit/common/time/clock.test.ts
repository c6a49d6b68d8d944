import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../../../src/common/time/clock.js';

describe('SystemClock', () => {
  it('tells the time of the machine', () => {
    const before = Date.now();
    const now = new SystemClock().now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
