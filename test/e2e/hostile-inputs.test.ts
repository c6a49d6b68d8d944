import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCases } from '../hostile/run-cases.js';
import { expectUnharmed, startHostileCalendar, type HostileCalendar } from '../support/hostile/hostile-calendar.js';

let hostile: HostileCalendar;
beforeAll(async () => {
  hostile = await startHostileCalendar();
});
afterAll(() => hostile.calendar.close());

describe('inputs that services have broken over', () => {
  it('9.3 are answered as they may be, and change nothing that was there', async () => {
    const cases = readCases('inputs.json');
    expect(cases).toHaveLength(331);
    await expectUnharmed(hostile, cases);
  });
});
