import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendEveryParameter, writeEveryField } from '../hostile/every-input.js';
import { expectUnharmed, startHostileCalendar, type HostileCalendar } from '../hostile/hostile-calendar.js';
import { representativeCases } from '../hostile/read-cases.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { KINDS } from '../support/records/kinds.js';

let hostile: HostileCalendar;
beforeAll(async () => {
  hostile = await startHostileCalendar();
});
afterAll(() => hostile.close());

/** The short form has every second representative attack. The fault tests have all cases and values. */
describe('Hostile input', () => {
  it('representative attacks: documented status, no data changed, no URL fetched (9.3)', async () => {
    const cases = casesByRunMode(representativeCases(), (_case, index) => index % 2 === 0);
    expect(cases.length).toBeGreaterThan(150);
    await expectUnharmed(hostile, cases);
  });

  it.each(KINDS)(
    'hostile values and URLs in every field of $path: no server error, no URL fetched (6.6, 9.3)',
    async (kind) => {
      expect(await writeEveryField(hostile, kind, 'fifth')).toBeGreaterThan(3);
    },
  );

  it.each(KINDS)(
    'hostile values and a URL in every parameter of $path: no server error, no URL fetched (9.3)',
    async (kind) => {
      expect(await sendEveryParameter(hostile, kind, 'fifth')).toBeGreaterThan(3);
    },
  );
});
