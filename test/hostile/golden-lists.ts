import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import type { TestCalendar } from '../support/calendar/test-calendar.js';

/** A month without other events. */
const MONTH = 'start_date=2041-03-01&end_date=2041-03-31';
const DATES = { start_date: '2041-03-05 19:00:00', end_date: '2041-03-05 21:00:00' };

/**
 * Creates linked records of every kind and lists them by id and by month, so that the lists do not contain records
 * created later.
 * @param otherIds ids of further records by kind, such as fixtures
 * @returns a function that reads the lists again and returns the first difference of each list that has changed
 */
export async function createGoldenLists(
  calendar: TestCalendar,
  editor: string,
  otherIds: Readonly<Record<string, readonly string[]>>,
): Promise<() => Promise<string[]>> {
  const created = await createLinkedRecords(calendar);
  const addresses = KINDS.map(({ path, isPublishable }) => {
    const ids = [...(created[path] ?? []).map(({ id }) => id), ...(otherIds[path] ?? [])];
    return `${path}?include=${ids.join()}&per_page=50${isPublishable ? '' : '&hide_empty=false'}`;
  });
  const read = async () => {
    const texts: Record<string, string> = {};
    for (const address of [...addresses, `events?${MONTH}&per_page=50`])
      for (const token of [null, editor]) {
        const { status, text } = await calendar.request('GET', address, { token });
        texts[`${address}${token === null ? '' : ' as an editor'}`] = `${status} ${text}`;
      }
    return texts;
  };
  const before = await read();
  return async () => {
    const after = await read();
    const changed = Object.entries(before).filter(([address, text]) => after[address] !== text);
    return changed.map(([address, text]) => `${address}: ${firstDifference(text, after[address] ?? '')}`);
  };
}

async function createLinkedRecords(calendar: TestCalendar): Promise<Readonly<Record<string, readonly ServedRecord[]>>> {
  const create = async (path: Kind['path'], fields: object[]) => {
    const records: ServedRecord[] = [];
    for (const values of fields) records.push(await createRecord(calendar, path, { ...values }));
    return records;
  };
  const venues = await create('venues', [{}, { status: 'draft' }]);
  const [organizers, categories, tags] = [
    await create('organizers', [{}, {}]),
    await create('categories', [{}, {}]),
    await create('tags', [{}, {}]),
  ];
  const ids = (records: readonly ServedRecord[]) => records.map(({ id }) => id);
  const links = { venue: ids(venues), organizer: ids(organizers), categories: ids(categories), tags: ids(tags) };
  const states = [{}, { featured: true, cost: '5 €' }, { status: 'draft' }, { password: 'Sesam' }, { sticky: true }];
  const fields = states.map((state) => ({ ...DATES, ...links, description: '<p>As it was</p>', ...state }));
  return { events: await create('events', fields), venues, organizers, categories, tags };
}

function firstDifference(before: string, after: string): string {
  let index = 0;
  while (before[index] === after[index]) index += 1;
  const excerptOf = (text: string) => text.slice(Math.max(index - 60, 0), index + 60);
  return `${excerptOf(before)} is now ${excerptOf(after)}`;
}
