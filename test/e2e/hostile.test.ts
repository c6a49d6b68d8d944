import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendEveryParameter, writeEveryField } from '../hostile/every-input.js';
import { expectUnharmed, startHostileCalendar, type HostileCalendar } from '../hostile/hostile-calendar.js';
import { representativeCases } from '../hostile/read-cases.js';
import { KINDS } from '../support/records/kinds.js';

let hostile: HostileCalendar;
beforeAll(async () => {
  hostile = await startHostileCalendar();
});
afterAll(() => hostile.calendar.close());

describe('Hostile input', () => {
  it('one case per attack: documented status, no data changed (9.3)', async () => {
    const cases = representativeCases();
    expect(cases.length).toBeGreaterThan(300);
    await expectUnharmed(hostile, cases);
  });

  it.each(KINDS)('hostile values in every field of $path: no server error (9.3)', async (kind) => {
    expect(await writeEveryField(hostile.calendar, kind, 'fifth')).toBeGreaterThan(3);
  });

  it.each(KINDS)('hostile values in every parameter of $path: no server error (9.3)', async (kind) => {
    expect(await sendEveryParameter(hostile.calendar, kind, 'fifth')).toBeGreaterThan(3);
  });
});
