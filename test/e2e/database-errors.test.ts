import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;

/** Adds a trigger that rejects a venue with the name `<SQLSTATE> <n>` with that error, the first n times. */
const refuseByName = () =>
  query(
    calendar.databaseUrl,
    `create sequence refusals;
     create function refuse() returns trigger language plpgsql as $$
       begin
         if new.name ~ '^[0-9A-Z]{5} ' and nextval('refusals') <= split_part(new.name, ' ', 2)::int then
           raise exception 'for a test' using errcode = split_part(new.name, ' ', 1);
         end if;
         return new;
       end $$;
     create trigger refuse before insert on venue_translations for each row execute function refuse()`,
  );

const create = async (venue: string) => {
  await query(calendar.databaseUrl, 'alter sequence refusals restart');
  const { status, body, headers } = await calendar.request('POST', 'venues', { json: { venue } });
  const [row] = await query<{ runs: number }>(calendar.databaseUrl, 'select last_value::int as runs from refusals');
  return [status, body['code'], headers.get('Retry-After'), row?.runs];
};

describe('Database errors', () => {
  beforeAll(async () => {
    calendar = await startTestCalendar();
    await refuseByName();
  });
  afterAll(() => calendar.close());

  it.each([
    ['40001', 3, 201, undefined, null, 4],
    ['40P01', 9, 503, 'unavailable', '1', 4],
    ['40003', 9, 503, 'unavailable', '1', 1],
    ['57014', 9, 503, 'unavailable', '1', 1],
    ['53100', 9, 503, 'unavailable', '1', 1],
    ['23514', 9, 400, 'invalid_parameter', null, 1],
  ])(
    'SQLSTATE %s, %d times: the class decides status and retries (9.2, 12.4)',
    async (code, times, status, answer, retry, runs) => {
      expect(await create(`${code} ${times}`)).toEqual([status, answer, retry, runs]);
    },
  );
});

describe('Test calendar', () => {
  it('rejects on close after errors of class 22, which the service should have prevented (9.3)', async () => {
    calendar = await startTestCalendar();
    await refuseByName();
    expect(await create('22P02 9')).toEqual([400, 'invalid_parameter', null, 1]);
    expect(await create('22003 9')).toEqual([400, 'invalid_parameter', null, 1]);
    await expect(calendar.close()).rejects.toThrow('The database could not read 2 values (SQLSTATE class 22)');
  });
});
