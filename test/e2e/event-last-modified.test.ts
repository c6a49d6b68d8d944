import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { LAST_MODIFIED_KEY } from '../../src/events/dto/event.view.js';
import { EventsService } from '../../src/events/events.service.js';
import { DeadlineState } from '../../src/kernel/context/deadline.js';
import { Precondition } from '../../src/kernel/context/precondition.js';
import type { Principal } from '../../src/kernel/context/principal.js';
import type { RequestContext } from '../../src/kernel/context/request-context.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { createRecord, type Kind, type ServedRecord } from '../support/records/kinds.js';

let calendar: InProcessCalendar;
beforeAll(async () => {
  calendar = await startInProcessCalendar();
});
afterAll(() => calendar.close());

/** Sets the clock to a minute. Every write of a test has a minute of its own. */
const setMinute = (minute: number) => calendar.setNow(timeOf(minute).replace(' ', 'T') + 'Z');
const timeOf = (minute: number) => `2030-01-01 10:${String(minute).padStart(2, '0')}:00`;
beforeEach(() => setMinute(0));

const DATES = { start_date: '2030-05-01 19:00', end_date: '2030-05-01 21:00' };
const createEvent = (fields: object) => createRecord(calendar, 'events', { ...DATES, ...fields });

async function update(path: Kind['path'], { id }: ServedRecord, json: object): Promise<void> {
  const { status, body } = await calendar.request('PATCH', `${path}/${id}`, { json });
  expect([status, body['params']]).toEqual([200, undefined]);
}

/** The latest modification of an event in a list, and in a read by id if its password allows it. */
async function lastModified({ id }: ServedRecord, principal: Principal = { id: null, role: 'anonymous' }) {
  const events = calendar.application.get(EventsService);
  const context: RequestContext = {
    principal,
    baseUrl: '',
    clientAddress: '',
    requestId: '',
    precondition: Precondition.NONE,
    language: { requested: 'en', isExplicit: true },
    deadline: new DeadlineState(),
  };
  const list = await events.list(context, { include: [id], per_page: 1, page: 1, orderby: 'id' } as never);
  return list.events[0]?.[LAST_MODIFIED_KEY];
}

it.each([
  ['events', 1],
  ['venues', 2],
  ['organizers', 3],
  ['categories', 4],
  ['tags', 5],
] as const)('LAST_MODIFIED_KEY: write to a record of %s, the time of the write (13.9)', async (path, minute) => {
  const linked = {
    venues: await createRecord(calendar, 'venues'),
    organizers: await createRecord(calendar, 'organizers'),
    categories: await createRecord(calendar, 'categories'),
    tags: await createRecord(calendar, 'tags'),
  };
  const links = {
    venue: linked.venues.id,
    organizer: linked.organizers.id,
    categories: linked.categories.id,
    tags: linked.tags.id,
  };
  const [event, secret] = [await createEvent(links), await createEvent({ ...links, password: 'obre' })];
  expect(await lastModified(event)).toBe(timeOf(0));
  setMinute(minute);
  await update(path, path === 'events' ? event : linked[path], {
    description: 'Changed',
    ml_language: 'es',
    ...{
      events: { title: 'Otro' },
      venues: { venue: 'Otro' },
      organizers: { organizer: 'Otro' },
      categories: { name: 'Otro' },
      tags: { name: 'Otro' },
    }[path],
  });
  expect(await lastModified(event)).toBe(timeOf(minute));
  expect(await lastModified(secret)).toBe(timeOf(0));
  if (path !== 'events') expect(await lastModified(secret, { id: 1, role: 'editor' })).toBe(timeOf(minute));
});

it('LAST_MODIFIED_KEY: the publication date of an event or a linked record, once it has passed (13.9)', async () => {
  const venue = await createRecord(calendar, 'venues', { date_utc: timeOf(20) });
  const event = await createEvent({ venue: venue.id, date_utc: timeOf(10) });
  const editor = { id: 1, role: 'editor' } as const;
  expect(await lastModified(event, editor)).toBe(timeOf(0));
  setMinute(10);
  expect(await lastModified(event)).toBe(timeOf(10));
  setMinute(19);
  expect(await lastModified(event)).toBe(timeOf(10));
  setMinute(20);
  expect(await lastModified(event)).toBe(timeOf(20));
});
