import { requestMe } from '../../support/accounts/accounts.js';
import { createRecord, KINDS, type Kind } from '../../support/records/kinds.js';
import { LANGUAGES, type Language } from '../../support/languages/languages.js';
import { ADMIN_TOKEN, type TestCalendar } from '../../support/calendar/test-calendar.js';

/** A term in one language. */
interface Term {
  readonly id: number;
  readonly name: string;
}

/** Records and users for requests with errors. */
export interface ProblemFixture {
  /** Token of a user without write access. */
  readonly subscriber: string;
  /** Id of the only administrator. */
  readonly administrator: number;
  /** A record of each kind, in English. */
  readonly ids: Readonly<Record<Kind['path'], number>>;
  /** A trashed record of each publishable kind. */
  readonly trashed: Readonly<Record<'events' | 'venues' | 'organizers', number>>;
  readonly tags: Readonly<Record<Language, Term>>;
  readonly categories: Readonly<Record<Language, Term>>;
}

export async function createProblemFixture(calendar: TestCalendar): Promise<ProblemFixture> {
  const trashed = async (path: Kind['path']) => {
    const { id } = await createRecord(calendar, path);
    await calendar.request('DELETE', `${path}/${id}`);
    return id;
  };
  const [events, venues, organizers] = [await trashed('events'), await trashed('venues'), await trashed('organizers')];
  const ids = KINDS.map(async ({ path }) => [path, (await createRecord(calendar, path)).id] as const);
  return {
    subscriber: await calendar.createToken('subscriber'),
    administrator: (await requestMe(calendar, ADMIN_TOKEN)).body['id'] as number,
    ids: Object.fromEntries(await Promise.all(ids)) as ProblemFixture['ids'],
    trashed: { events, venues, organizers },
    tags: await createTerms(calendar, 'tags'),
    categories: await createTerms(calendar, 'categories'),
  };
}

async function createTerms(calendar: TestCalendar, path: 'tags' | 'categories'): Promise<ProblemFixture['tags']> {
  const terms = LANGUAGES.map(async (ml_language) => {
    const { id, name } = await createRecord(calendar, path, { ml_language });
    return [ml_language, { id, name: String(name) }] as const;
  });
  return Object.fromEntries(await Promise.all(terms)) as ProblemFixture['tags'];
}
