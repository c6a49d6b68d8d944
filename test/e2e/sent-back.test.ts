import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { LINK_NAMES, idsOf, LINKS, VENUE_ORGANIZER_LINKS, storedLinks, type Link } from '../support/records/links.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const TIMES = { start_date: '2026-12-20 19:00:00', end_date: '2026-12-20 21:00:00', timezone: 'Europe/Madrid' };
const event = (fields: object) => createRecord(calendar, 'events', { title: 'Concert', ...TIMES, ...fields });
const read = async (path: string) => (await calendar.request('GET', path)).body;
const send = (path: string, json: unknown) => calendar.request('PUT', path, { json });

/** An event with three linked records, neither in the order of their ids nor in the order in which they were linked. */
async function eventWithThree(link: Link): Promise<{ record: ServedRecord; ids: number[] }> {
  const { path, heading } = LINKS[link];
  const create = async (name: string) => (await createRecord(calendar, path, { [heading]: uniqueName(name) })).id;
  const [one, two, three] = [await create('Un'), await create('Dos'), await create('Tres')];
  const record = await event({ [link]: [one, two, three] });
  const ids = [three, one, two];
  await send(`events/${record.id}`, { [link]: ids });
  return { record, ids };
}

/** The response to an update some years later, so that a write would change the modification date. */
async function sentLater({ id }: { id: number }, json: unknown): Promise<unknown> {
  calendar.setNow('2031-01-01T00:00:00Z');
  const { body } = await send(`events/${id}`, json);
  calendar.setNow(undefined);
  return body;
}

describe('Update with a record as read', () => {
  it('keeps links to records in the trash, which are served again after a restore (6.2)', async () => {
    const venue = await createRecord(calendar, 'venues', { venue: 'Teatre' });
    const parent = await event({ title: 'Festa major' });
    const child = await event({ venue: [venue.id], post_parent: parent.id });
    await calendar.request('DELETE', `venues/${venue.id}`);
    await calendar.request('DELETE', `events/${parent.id}`);
    const served = await read(`events/${child.id}`);
    expect(served).toMatchObject({ venue: [], post_parent: null });
    expect((await send(`events/${child.id}`, served)).body).toEqual(served);
    await send(`venues/${venue.id}`, { status: 'publish' });
    await send(`events/${parent.id}`, { status: 'publish' });
    expect(await read(`events/${child.id}`)).toMatchObject({ venue: [{ id: venue.id }], post_parent: parent.id });
  });

  it.each(LINK_NAMES)('keeps the stored positions of %s after one of the records was deleted (6.2)', async (link) => {
    const { record, ids } = await eventWithThree(link);
    await calendar.request('DELETE', `${LINKS[link].path}/${ids[0]}?force=true`);
    const before = await storedLinks(calendar, record, link);
    const served = await read(`events/${record.id}`);
    expect(idsOf(served, link)).toEqual(ids.slice(1));
    expect(await sentLater(record, served)).toEqual(served);
    expect(await storedLinks(calendar, record, link)).toEqual(before);
  });

  it('keeps the instant of publication if only the time zone differs (6.4)', async () => {
    const { id } = await event({ date: '2026-11-01 10:00:00' });
    const served = await read(`events/${id}`);
    const { body } = await send(`events/${id}`, { ...served, timezone: 'America/New_York' });
    expect(body).toMatchObject({
      date: '2026-11-01 04:00:00',
      date_utc: '2026-11-01 09:00:00',
      start_date: TIMES.start_date,
    });
  });

  it('does not store a derived stateprovince (6.2)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Moll', country: 'ES', province: 'Tarragona' });
    const served = await read(`venues/${id}`);
    expect(served).toMatchObject({ stateprovince: 'Tarragona' });
    expect((await send(`venues/${id}`, served)).body).toEqual(served);
    expect((await send(`venues/${id}`, { province: 'Girona' })).body).toMatchObject({ stateprovince: 'Girona' });
  });
});

describe.each(VENUE_ORGANIZER_LINKS)('Link to a %s in the trash', (link) => {
  const { path } = LINKS[link];
  const trash = (id: number | undefined) => calendar.request('DELETE', `${path}/${id}`);
  const restore = (id: number | undefined) => send(`${path}/${id}`, { status: 'publish' });

  it('keeps its position if the event is sent back as read (5.3, 6.2)', async () => {
    for (const place of [0, 1, 2]) {
      const { record, ids } = await eventWithThree(link);
      await trash(ids[place]);
      const before = await storedLinks(calendar, record, link);
      const served = await read(`events/${record.id}`);
      expect(idsOf(served, link)).toEqual(ids.toSpliced(place, 1));
      expect(await sentLater(record, served)).toEqual(served);
      expect(await storedLinks(calendar, record, link)).toEqual(before);
      await restore(ids[place]);
      expect(idsOf(await read(`events/${record.id}`), link)).toEqual(ids);
    }
  });

  // A digit is one of the three linked records, X a new record. Columns: in the trash, sent, served after the restore.
  it.each([
    ['1', '32', '132'],
    ['1', '23X', '123X'],
    ['1', 'X', '1X'],
    ['1', 'X3', '1X3'],
    ['1', '', '1'],
    ['2', '31', '321'],
    ['2', 'X13', 'X213'],
    ['2', '3', '32'],
    ['3', '2', '23'],
    ['3', '21X', '213X'],
  ])('keeps its position: %s in the trash, %s sent, %s after the restore (5.3, 6.2)', async (gone, sent, wanted) => {
    const { record, ids } = await eventWithThree(link);
    const fourth = await createRecord(calendar, path);
    const meant = (letters: string) => [...letters].map((each) => (each === 'X' ? fourth.id : ids[Number(each) - 1]));
    const [inTrash] = meant(gone);
    await trash(inTrash);
    const { body } = await send(`events/${record.id}`, { [link]: meant(sent) });
    expect(idsOf(body, link)).toEqual(meant(sent));
    await restore(inTrash);
    expect(idsOf(await read(`events/${record.id}`), link)).toEqual(meant(wanted));
  });
});
