import { randomUUID } from 'node:crypto';
import { createRecord, type Kind } from '../support/records/kinds.js';
import type { TestResponse, TestCalendar } from '../support/calendar/test-calendar.js';

/** A pair of requests that lock the same records in opposite order. */
export interface LockOrderCase {
  readonly name: string;
  /** Sends the pair concurrently, to new records. */
  run(calendar: TestCalendar): Promise<readonly TestResponse[]>;
  /** Expected results of the pair, sorted. */
  readonly expected: string;
  /** Field in which both responses link the same records. */
  readonly member?: 'venue' | 'tags';
}

const write = (calendar: TestCalendar, path: string, json: object) => calendar.request('POST', path, { json });

const create = async (calendar: TestCalendar, path: Kind['path'], json: Record<string, unknown>): Promise<number> =>
  (await createRecord(calendar, path, json)).id;

const newEvent = (json: object = {}) => ({
  title: `Event ${randomUUID()}`,
  start_date: '2030-05-01 19:00',
  end_date: '2030-05-01 21:00',
  ...json,
});

export async function createDraftVenues(calendar: TestCalendar): Promise<readonly number[]> {
  const createVenue = () => create(calendar, 'venues', { venue: `Place ${randomUUID()}`, status: 'draft' });
  return [await createVenue(), await createVenue()];
}

export const createDraftEvent = (calendar: TestCalendar, venue: readonly number[]): Promise<number> =>
  create(calendar, 'events', newEvent({ venue, status: 'draft' }));

async function publishBoth(calendar: TestCalendar): Promise<readonly TestResponse[]> {
  const venues = await createDraftVenues(calendar);
  const events = [await createDraftEvent(calendar, venues), await createDraftEvent(calendar, venues.toReversed())];
  return Promise.all(events.map((id) => write(calendar, `events/${id}`, { status: 'publish' })));
}

/** Creates two events concurrently that contain the same two new names in opposite order. */
const createTwoWithSameNames =
  (member: 'venue' | 'tags', toInput: (name: string) => unknown) => (calendar: TestCalendar) => {
    const names = [`One ${randomUUID()}`, `Other ${randomUUID()}`].map(toInput);
    const events = [names, names.toReversed()].map((order) => newEvent({ [member]: order }));
    return Promise.all(events.map((event) => write(calendar, 'events', event)));
  };

/** Sets two records as each other's parent concurrently. */
const setEachOtherAsParent =
  (path: Kind['path'], member: string, json: () => Record<string, unknown>) => async (calendar: TestCalendar) => {
    const [firstId, secondId] = [await create(calendar, path, json()), await create(calendar, path, json())];
    return Promise.all([
      write(calendar, `${path}/${firstId}`, { [member]: secondId }),
      write(calendar, `${path}/${secondId}`, { [member]: firstId }),
    ]);
  };

const newCategory = () => ({ name: `Category ${randomUUID()}` });
const ONE_REJECTED = '200, 400 invalid_parameter';

export const LOCK_ORDER_CASES: readonly LockOrderCase[] = [
  { name: 'publication with the same two draft venues', run: publishBoth, expected: '200, 200' },
  {
    name: 'new venues',
    run: createTwoWithSameNames('venue', (venue) => ({ venue })),
    expected: '201, 201',
    member: 'venue',
  },
  { name: 'new tags', run: createTwoWithSameNames('tags', (tag) => tag), expected: '201, 201', member: 'tags' },
  {
    name: 'parents of categories',
    run: setEachOtherAsParent('categories', 'parent', newCategory),
    expected: ONE_REJECTED,
  },
  {
    name: 'parents of events',
    run: setEachOtherAsParent('events', 'post_parent', newEvent),
    expected: ONE_REJECTED,
  },
];

/** Ids of the linked records of two events. The ids of the second event are in reverse order. */
export function linkedIdsOf(pair: readonly TestResponse[], member: 'venue' | 'tags'): number[][] {
  const [firstIds = [], secondIds = []] = pair.map(({ body }) =>
    (body[member] as { id: number }[]).map(({ id }) => id),
  );
  return [firstIds, secondIds.toReversed()];
}
