import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarExtension, CustomFields, EVENT, IntegerField, TextField } from 'calendar-events-service';
import { createTestCalendar, type TestCalendar } from 'calendar-events-service/testing';
import { IsDivisibleBy, Matches } from 'class-validator';

const LOOKS_LIKE = 'Must look like AB-12.';

@CustomFields(EVENT)
class PermitFields {
  @Matches(/^[A-Z]{2}-\d+$/, { message: LOOKS_LIKE })
  @TextField({ maxLength: 10, description: 'permit.code' })
  code?: string | null;

  @IsDivisibleBy(5)
  @IntegerField({ min: 0, description: 'permit.fee' })
  fee?: number | null;
}

const folder = mkdtempSync(join(tmpdir(), 'class-validator-'));
for (const language of ['ca', 'en', 'es']) {
  mkdirSync(join(folder, language));
  const permit = { code: `Code (${language}).`, fee: `Fee (${language}).` };
  writeFileSync(join(folder, language, 'fields.json'), JSON.stringify({ permit }));
}

@CalendarExtension({ name: 'permits', customFields: [PermitFields], messages: folder })
class PermitsModule {}

let calendar: TestCalendar;
let token: string;
beforeAll(async () => {
  calendar = await createTestCalendar({ extensions: [PermitsModule] });
  token = await calendar.createToken('editor');
});
afterAll(async () => {
  await calendar.close();
  rmSync(folder, { recursive: true });
});

const send = async (method: string, path: string, json: object) => {
  const { status, body } = await calendar.request(method, path, { token, json });
  return { status, body };
};
const event = (custom_fields: object, more: object = {}) =>
  send('POST', 'events', { title: 'Permit', start_date: '2030-05-01', end_date: '2030-05-02', custom_fields, ...more });

describe('class-validator decorators on custom fields', () => {
  it('accept a valid value, null and an empty value', async () => {
    const { status, body } = await event({ code: 'AB-12', fee: '15' });
    expect([status, body['custom_fields']]).toEqual([201, { code: 'AB-12', fee: 15 }]);
    const update = await send('PATCH', `events/${String(body['id'])}`, { custom_fields: { code: null, fee: '' } });
    expect([update.status, update.body['custom_fields']]).toEqual([200, { code: null, fee: null }]);
  });

  it('report their errors together with all other errors of the request (2.7)', async () => {
    const { status, body } = await event({ code: 'x', fee: 7 }, { timezone: 'Nowhere' });
    const names = ['custom_fields.code', 'custom_fields.fee', 'timezone'];
    expect([status, Object.keys(body['params'] as object).toSorted()]).toEqual([400, names]);
    expect(body['params']).toMatchObject({
      'custom_fields.code': LOOKS_LIKE,
      'custom_fields.fee': 'fee must be divisible by 5',
    });
  });

  it('run after the field validation, whose error is reported instead (2.7)', async () => {
    const { body } = await event({ code: 'x'.repeat(11), fee: 'many' });
    expect(body['params']).toEqual({
      'custom_fields.code': 'Must be at most 10 characters long.',
      'custom_fields.fee': 'Must be a whole number.',
    });
  });
});
