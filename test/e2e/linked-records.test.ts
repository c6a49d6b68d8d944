import { describe, expect, it } from 'vitest';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  linkedRecords,
  LINKS,
  linkInput,
  namesOf,
  VENUE_ORGANIZER_LINKS,
  type Link,
} from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN, type RequestOptions } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const createEvent = (fields: object) => createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path, { token: ADMIN_TOKEN })).body;

async function update({ id }: ServedRecord, options: RequestOptions, query = ''): Promise<ServedRecord> {
  const response = await calendar.request<ServedRecord>('PATCH', `events/${id}${query}`, options);
  expect([response.status, response.body['params']]).toEqual([200, undefined]);
  return response.body;
}

describe.each(VENUE_ORGANIZER_LINKS)('%s of an event', (link) => {
  const { path } = LINKS[link];
  const inline = (fields: object = {}) => ({ [link]: uniqueName('Lloc'), ...fields });

  it('stores all fields of a new inline record, as a create of that record does (6.8)', async () => {
    const fields = {
      description: '<p>Gran</p>',
      phone: '+34 977 000 000',
      website: 'https://lloc.example/',
      image: { url: 'https://lloc.example/a.jpg', alt: 'La façana' },
      custom_fields: { rows: 12 },
      ...(link === 'venue'
        ? { city: 'Reus', geo_lat: '41.15', geo_lng: 1.1, show_map: 'no' }
        : { email: 'a@b.example' }),
    };
    const direct = await createRecord(calendar, path, fields);
    const [served] = linkedRecords(await createEvent({ [link]: inline(fields) }), link);
    for (const name of Object.keys(fields)) expect([name, served?.[name]]).toEqual([name, direct[name]]);
    expect(await read(`${path}/${served?.id}`)).toEqual(served);
  });

  it('stores the texts of an inline record in the requested language, or in its own ml_language (6.8)', async () => {
    const ownLanguages = async (fields: object) => {
      const [served] = linkedRecords(await createEvent({ ml_language: 'es', [link]: inline(fields) }), link);
      return Object.keys(served?.['ml_translations'] as object);
    };
    expect([await ownLanguages({}), await ownLanguages({ ml_language: 'ca' })]).toEqual([['es'], ['ca']]);
  });

  it('accepts ids and inline records in forms and query strings (2.2, 6.8)', async () => {
    const existing = await createRecord(calendar, path);
    const record = await createEvent({});
    for (const [text, expected] of [
      [`${link}[${link}]=Un+lloc+nou&${link}[phone]=1`, ['Un lloc nou']],
      [`${link}[0][${link}]=Segon+lloc&${link}[1][${link}]=Un+lloc+nou`, ['Segon lloc', 'Un lloc nou']],
      [`${link}[0]=${existing.id}&${link}[1][${link}]=Segon+lloc`, [existing[link], 'Segon lloc']],
      [`${link}[1][id]=${existing.id}&${link}[0][${link}]=Segon+lloc`, ['Segon lloc', existing[link]]],
      [`${link}[id]=&${link}[${link}]=Segon+lloc`, ['Segon lloc']],
    ] as const) {
      for (const [options, query] of [[{ form: text }, ''] as const, [{}, `?${text}`] as const]) {
        expect([text, namesOf(await update(record, options, query), link)]).toEqual([text, expected]);
        expect(namesOf(await update(record, { json: { [link]: null } }), link)).toEqual([]);
      }
    }
  });
});

describe('Updates of linked records', () => {
  it.each(LINK_NAMES)('with %s in another order keep that order and set modified_utc (5.3, 6.1)', async (link) => {
    const record = await createEvent({
      [link]: ['Un', 'Dos', 'Tres'].map((name) => linkInput(link, uniqueName(name))),
    });
    const [one, two, three] = idsOf(record, link);
    calendar.setNow('2031-01-01T00:00:00Z');
    const changed = await update(record, { json: { [link]: [three, one, two] } });
    calendar.setNow(undefined);
    expect([idsOf(changed, link), changed['modified_utc']]).toEqual([[three, one, two], '2031-01-01 00:00:00']);
    const fourth = uniqueName('Quatre');
    const mixed = await update(record, { json: { [link]: [two, linkInput(link, fourth), three] } });
    expect(namesOf(mixed, link)[1]).toBe(fourth);
    expect(idsOf(mixed, link)).toEqual([two, expect.any(Number), three]);
    expect(await read(`events/${record.id}`)).toEqual(mixed);
  });
});

/** An event with three linked records, neither in the order of their ids nor in the order in which they were linked. */
async function eventWithThree(link: Link): Promise<{ record: ServedRecord; ids: number[] }> {
  const { path, titleField } = LINKS[link];
  const create = async (name: string) => (await createRecord(calendar, path, { [titleField]: uniqueName(name) })).id;
  const [one, two, three] = [await create('Un'), await create('Dos'), await create('Tres')];
  const record = await createEvent({ [link]: [one, two, three] });
  const ids = [three, one, two];
  await update(record, { json: { [link]: ids } });
  return { record, ids };
}

describe('Update with an event as read', () => {
  it('keeps links to records in the trash, which are served again after a restore (6.2)', async () => {
    const venue = await createRecord(calendar, 'venues', { venue: 'Teatre' });
    const parent = await createEvent({ title: 'Festa major' });
    const child = await createEvent({ venue: [venue.id], post_parent: parent.id });
    await calendar.request('DELETE', `venues/${venue.id}`);
    await calendar.request('DELETE', `events/${parent.id}`);
    const served = await read(`events/${child.id}`);
    expect(served).toMatchObject({ venue: [], post_parent: null });
    expect(await update(child, { json: served })).toEqual(served);
    await calendar.request('PUT', `venues/${venue.id}`, { json: { status: 'publish' } });
    await calendar.request('PUT', `events/${parent.id}`, { json: { status: 'publish' } });
    expect(await read(`events/${child.id}`)).toMatchObject({ venue: [{ id: venue.id }], post_parent: parent.id });
  });

  it.each(LINK_NAMES)('writes nothing after one of its %s was deleted (5.3, 6.2)', async (link) => {
    const { record, ids } = await eventWithThree(link);
    await calendar.request('DELETE', `${LINKS[link].path}/${ids[0]}?force=true`);
    const served = await read(`events/${record.id}`);
    expect(idsOf(served, link)).toEqual(ids.slice(1));
    calendar.setNow('2031-01-01T00:00:00Z');
    expect(await update(record, { json: served })).toEqual(served);
    calendar.setNow(undefined);
  });
});

describe.each(VENUE_ORGANIZER_LINKS)('Link in %s to a record in the trash', (link) => {
  const { path } = LINKS[link];

  // A digit is one of the three linked records, X a new record. Columns: in the trash, sent, served after the restore.
  it.each([
    ['1', '32', '132'],
    ['1', '', '1'],
    ['2', 'X13', 'X213'],
    ['3', '21X', '213X'],
  ])(
    'keeps its position: %j in the trash, %j sent, %j after the restore (5.3, 6.2)',
    async (trashed, sent, expected) => {
      const { record, ids } = await eventWithThree(link);
      const fourth = await createRecord(calendar, path);
      const idsOfLetters = (letters: string) =>
        [...letters].map((letter) => (letter === 'X' ? fourth.id : ids[Number(letter) - 1]));
      await calendar.request('DELETE', `${path}/${idsOfLetters(trashed)[0]}`);
      expect(idsOf(await update(record, { json: { [link]: idsOfLetters(sent) } }), link)).toEqual(idsOfLetters(sent));
      await calendar.request('PUT', `${path}/${idsOfLetters(trashed)[0]}`, { json: { status: 'publish' } });
      expect(idsOf(await read(`events/${record.id}`), link)).toEqual(idsOfLetters(expected));
    },
  );
});
