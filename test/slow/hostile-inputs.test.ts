import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCases } from '../hostile/run-cases.js';
import { expectUnharmed, startHostileCalendar, type HostileCalendar } from '../support/hostile/hostile-calendar.js';

let hostile: HostileCalendar;
beforeAll(async () => {
  hostile = await startHostileCalendar();
});
afterAll(() => hostile.calendar.close());

describe('more inputs of the kinds that services have broken over', () => {
  it('9.3 are answered as they may be, and change nothing that was there', async () => {
    const cases = readCases('more-inputs.json');
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(1000);
    await expectUnharmed(hostile, cases);
  });
});
