import { createRecord, KINDS, type ServedRecord } from '../kinds.js';
import type { TestCalendar } from '../test-calendar.js';

/** A month in which nothing else happens. */
const MONTH = { start_date: '2041-03-01', end_date: '2041-03-31' };

/** Lists of records that nobody has a reason to change. */
export interface GoldenLists {
  /** Where a list is no longer what it was, byte for byte: its address, who asks, and the first difference. */
  changes(): Promise<string[]>;
}

type Lists = Readonly<Record<string, string>>;

/**
 * Makes records of every kind, linked to each other, and lists them by their ids and by their month: what others create
 * meanwhile is in none of these lists.
 * @param known ids of further records by kind, such as fixtures
 */
export async function createGoldenLists(
  calendar: TestCalendar,
  editor: string,
  known: Readonly<Record<string, readonly string[]>> = {},
): Promise<GoldenLists> {
  const made = await createGolden(calendar);
  const addresses = KINDS.map(({ path, isPublishable }) => {
    const ids = [...(made[path] ?? []).map(({ id }) => id), ...(known[path] ?? [])];
    return `${path}?include=${ids.join()}&per_page=50${isPublishable ? '' : '&hide_empty=false'}`;
  });
  addresses.push(`events?${new URLSearchParams(MONTH).toString()}&per_page=50`);
  const read = () => readAll(calendar, addresses, [null, editor]);
  const before = await read();
  return { changes: async () => changesBetween(before, await read()) };
}

async function createGolden(calendar: TestCalendar): Promise<Readonly<Record<string, readonly ServedRecord[]>>> {
  const create = async (path: Parameters<typeof createRecord>[1], fields: object[]) => {
    const records: ServedRecord[] = [];
    for (const each of fields) records.push(await createRecord(calendar, path, { ...each }));
    return records;
  };
  const [venues, organizers] = [
    await create('venues', [{}, { status: 'draft' }]),
    await create('organizers', [{}, {}]),
  ];
  const [categories, tags] = [await create('categories', [{}, {}]), await create('tags', [{}, {}])];
  const dates = { start_date: '2041-03-05 19:00:00', end_date: '2041-03-05 21:00:00' };
  const [venue, organizer] = [venues.map(({ id }) => id), organizers.map(({ id }) => id)];
  const links = { venue, organizer, categories: categories.map(({ id }) => id), tags: tags.map(({ id }) => id) };
  const states = [{}, { featured: true, cost: '5 €' }, { status: 'draft' }, { password: 'Sesam' }, { sticky: true }];
  const events = await create(
    'events',
    states.map((state) => ({ ...dates, ...links, description: '<p>As it was</p>', ...state })),
  );
  return { events, venues, organizers, categories, tags };
}

async function readAll(
  calendar: TestCalendar,
  addresses: readonly string[],
  tokens: readonly (string | null)[],
): Promise<Lists> {
  const lists: Record<string, string> = {};
  for (const address of addresses) {
    for (const token of tokens) {
      const { status, text } = await calendar.request('GET', address, { token });
      lists[`${address}${token === null ? '' : ' as an editor'}`] = `${status} ${text}`;
    }
  }
  return lists;
}

function changesBetween(before: Lists, after: Lists): string[] {
  const changed = Object.entries(before).filter(([address, text]) => after[address] !== text);
  return changed.map(([address, text]) => `${address}: ${firstDifference(text, after[address] ?? '')}`);
}

/** Enough of both texts to know the difference by. */
function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index]);
  const [start, end] = [Math.max(at - 60, 0), Math.max(at, 0) + 60];
  return `${one.slice(start, end)} is now ${other.slice(start, end)}`;
}
