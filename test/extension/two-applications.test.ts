import { describe, expect, it } from 'vitest';
import { CalendarExtension, CustomFields, EVENT, IntegerField } from 'calendar-events-service';
import { SpeakersModule } from '../../extensions/speakers/speakers.module.js';
import { Argon2id } from '../../src/kernel/concurrency/argon2id.js';
import { DatabaseErrorCounts } from '../../src/persistence/client/database-error-counts.js';
import { query } from '../support/database/database-session.js';
import { useExtendedCalendar, type ExtendedCalendar } from './extended-calendar.js';

@CustomFields(EVENT, { filters: ['seats'] })
class SeatFields {
  @IntegerField({ description: 'page' })
  seats?: number | null;
}

@CalendarExtension({ name: 'seats', customFields: [SeatFields] })
class SeatsModule {}

type Json = Record<string, unknown>;

// The application without extensions starts first, because later declarations must not affect it either.
const plain = useExtendedCalendar([], { CACHE_BYTES: '0' }, 'administrator');
const extended = useExtendedCalendar([SpeakersModule, SeatsModule], { CACHE_BYTES: '0' }, 'administrator');

const send = (calendar: ExtendedCalendar, method: string, path: string, json?: object) =>
  calendar.send(method, path, json);
const status = async (...parameters: Parameters<typeof send>) => (await send(...parameters)).status;
const dates = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 12:00:00' };

const createEvent = async (calendar: ExtendedCalendar, fields: object = {}) =>
  (await send(calendar, 'POST', 'events', { title: 'Concert', ...dates, ...fields })).body;

describe('Two applications in one process, one with extensions', () => {
  it('have their own routes, index, API documents and error texts', async () => {
    for (const [path, words] of [
      ['', ['/speakers']],
      ['doc', ['speaker', 'seats']],
    ] as const) {
      const [ofExtended, ofPlain] = [await send(extended, 'GET', path), await send(plain, 'GET', path)];
      const containsWords = ({ body }: typeof ofPlain) => words.map((word) => JSON.stringify(body).includes(word));
      expect([containsWords(ofExtended), containsWords(ofPlain)]).toEqual([
        words.map(() => true),
        words.map(() => false),
      ]);
    }
    const { body } = await send(extended, 'GET', 'speakers/999');
    expect([body['code'], body['title']]).toEqual(['speaker_not_found', 'Speaker not found']);
    expect((await send(plain, 'GET', 'speakers/999')).body['code']).toBe('no_route');
  });

  it('accept only their own kinds in the audit list', async () => {
    expect(await status(extended, 'GET', '/calendar/admin/v1/audit?kind=Speaker')).toBe(200);
    const refused = await send(plain, 'GET', '/calendar/admin/v1/audit?kind=speaker');
    const kinds = expect.stringContaining('event, venue, organizer, category, tag, user, token');
    expect([refused.status, refused.body['params']]).toEqual([400, { kind: kinds }]);
  });

  it('serve only their own fields of an event', async () => {
    const [extendedEvent, plainEvent] = [await createEvent(extended), await createEvent(plain)];
    const read = async (calendar: ExtendedCalendar, { id }: Json) =>
      (await send(calendar, 'GET', `events/${String(id)}`)).body;
    expect(await read(extended, extendedEvent)).toHaveProperty('speaker', []);
    expect(await read(extended, extendedEvent)).toHaveProperty('custom_fields', { seats: null });
    expect(await read(plain, plainEvent)).not.toHaveProperty('speaker');
    expect(await read(plain, plainEvent)).toHaveProperty('custom_fields', {});
  });
});

describe('Counters of two applications in one process', () => {
  it('a full queue of password hashes in one does not reject passwords of the other (8.13, 12.5)', async () => {
    const [extendedEvent, plainEvent] = [
      await createEvent(extended, { password: 'Sesam' }),
      await createEvent(plain, { password: 'Sesam' }),
    ];
    const cheapOptions = { memory: 8, passes: 1, parallelism: 1, message: '', nonce: Buffer.alloc(16), tagLength: 4 };
    const argon2id = extended.application.get(Argon2id);
    const hashes = [argon2id.hash('verify', { ...cheapOptions, memory: 19_456, passes: 75 })];
    // The queue holds 125 hashes, behind one that takes about half a second.
    for (let waiting = 0; waiting < 125; waiting += 1) hashes.push(argon2id.hash('verify', cheapOptions));
    const read = async (calendar: ExtendedCalendar, { id }: Json) =>
      (await calendar.request('GET', `events/${String(id)}?password=Sesam`)).status;
    expect([await read(extended, extendedEvent), await read(plain, plainEvent)]).toEqual([429, 200]);
    await Promise.all(hashes);
    expect(await read(extended, extendedEvent)).toBe(200);
  });

  it('each application counts its own database errors (9.3)', async () => {
    const createTrigger = `
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'for a test' using errcode = '57014'; end $$;
      create trigger refuse before insert on tags for each statement execute function refuse()`;
    await query(extended.databaseUrl, createTrigger);
    expect(await status(extended, 'POST', 'tags', { name: 'Refused' })).toBe(503);
    await query(extended.databaseUrl, 'drop trigger refuse on tags');
    const counts = ({ application }: ExtendedCalendar) =>
      Object.fromEntries(application.get(DatabaseErrorCounts).bySqlStateClass);
    expect([counts(extended), counts(plain)]).toEqual([{ '57': 1 }, {}]);
  });
});

describe('After one application has stopped', () => {
  it('the other still reads, writes, authenticates and verifies passwords', async () => {
    const token = await plain.createToken('editor');
    await extended.application.close();
    const path = `events/${String((await createEvent(plain, { password: 'Sesam' }))['id'])}`;
    const read = async (password: string) => (await plain.request('GET', `${path}?password=${password}`)).status;
    expect([await read('Sesam'), await read('Wrong')]).toEqual([200, 403]);
    expect((await plain.request('GET', 'events')).status).toBe(200);
    const update = { json: { title: 'Later' } };
    expect((await plain.request('PATCH', path, { ...update, token: 'nobody' })).status).toBe(401);
    expect((await plain.request('PATCH', path, { ...update, token })).body['title']).toBe('Later');
  });
});
