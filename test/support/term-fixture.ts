import { query } from './database-session.js';
import { createRecord, type ServedRecord } from './kinds.js';
import { LANGUAGES, type Language } from './languages.js';
import type { Owner, Users } from './readers.js';
import type { EventState, TermFixture, Term, TermEvent } from './term-oracle.js';
import type { TestCalendar } from './test-calendar.js';

/** Names by language, and the place of the term above. In no language do two differ in nothing but case and accents. */
const TERMS: readonly (readonly [ca: string, en: string, es: string, above?: number])[] = [
  ['Música', 'Music', 'Música'],
  ['Cant coral', '', 'Canto coral', 0],
  ['', 'Choirs', '', 1],
  ['Òpera', '', '', 0],
  ['Arts visuals', 'Visual arts', ''],
  ['Col·leccions', 'Collections', 'Colecciones', 4],
  ['100 % gratuït', '', '100 % gratis'],
  ['', '', 'Ñoñerías'],
  ['Ioga', 'Yoga', 'Yoga', 6],
  ['Zumba', 'Aerobics', '', 8],
  ['Fires_i_mercats', 'Fairs', 'Ferias'],
];

/** States of events, the places of their terms, and whose they are. */
const EVENTS: readonly (readonly [state: EventState, terms: readonly number[], owner?: Owner])[] = [
  ['public', [2, 3]],
  ['public', [1, 4]],
  ['public', [5]],
  ['public', [9, 2]],
  ['public', []],
  ['hidden', [0, 6]],
  ['protected', [7, 1]],
  ['draft', [8, 3]],
  ['scheduled', [10]],
  ['trashed', [6, 0]],
  ['draft', [5, 1], 'author'],
  ['protected', [9, 3], 'author'],
  ['protected draft', [2, 5], 'author'],
  ['trashed', [4, 5], 'author'],
  ['draft', [2, 9], 'contributor'],
  ['scheduled', [3, 4], 'contributor'],
  ['protected', [5, 3], 'contributor'],
  ['protected draft', [1, 2], 'contributor'],
  ['draft', [1, 7], 'subscriber'],
  ['protected', [4, 7], 'subscriber'],
];

/** Makes terms in several languages, and events of every state that have them. */
export async function createTermFixture(
  calendar: TestCalendar,
  path: TermFixture['path'],
  users: Users['ids'],
): Promise<TermFixture> {
  const terms: Term[] = [];
  for (const [ca, en, es, above] of TERMS) {
    const parent = path === 'categories' && above !== undefined ? (terms[above]?.id ?? null) : null;
    terms.push(await createTerm(calendar, path, { ca, en, es }, parent));
  }
  const events: TermEvent[] = [];
  for (const [state, places, owner = null] of EVENTS) {
    const ids = places.map((place) => terms[place]?.id ?? 0);
    const author = owner ? { author: users[owner] } : {};
    const id = await createEvent(calendar, state, { ...author, [path]: ids });
    events.push({ id, state, owner, terms: ids });
  }
  return { path, terms, events };
}

async function createTerm(
  calendar: TestCalendar,
  path: TermFixture['path'],
  names: Readonly<Record<Language, string>>,
  parent: number | null,
): Promise<Term> {
  let term: Partial<ServedRecord> = {};
  for (const language of LANGUAGES.filter((each) => names[each] !== '')) {
    const json = {
      name: names[language],
      description: `${names[language].length % 3} ${language}`,
      ml_language: language,
    };
    const address = term.id ? `${path}/${term.id}` : path;
    const { body } = await calendar.request<ServedRecord>('POST', address, {
      json: term.id ? json : { ...json, parent },
    });
    term = body;
  }
  const { id = 0, slug: former = '', ml_language } = term;
  const moved = id % 3 === 0;
  // Its slug in the language of its last name is another from now on.
  if (moved) await calendar.request('PATCH', `${path}/${id}`, { json: { slug: `now-${former}`, ml_language } });
  return fetchStoredTerm(calendar, path, id, moved ? [former] : []);
}

/** The texts as they are stored, whose making is not what is tested here. */
async function fetchStoredTerm(
  calendar: TestCalendar,
  path: TermFixture['path'],
  id: number,
  former: string[],
): Promise<Term> {
  const kind = path === 'tags' ? 'tag' : 'category';
  const rows = await query<{ language: Language; name: string; slug: string; description: string }>(
    calendar.databaseUrl,
    `select language, name, slug, description from ${kind}_translations where ${kind}_id = ${id}`,
  );
  const by = (key: 'name' | 'slug' | 'description') => Object.fromEntries(rows.map((row) => [row.language, row[key]]));
  const { body } = await calendar.request('GET', `${path}/${id}`);
  const parent = (body['parent'] ?? null) as number | null;
  const texts = { names: by('name'), slugs: by('slug'), descriptions: by('description') };
  return { id, parent, ...texts, former: former.filter((slug) => !rows.some((row) => row.slug === slug)) };
}

const FIELDS: Readonly<Partial<Record<EventState, object>>> = {
  hidden: { hide_from_listings: true },
  draft: { status: 'draft' },
  'protected draft': { status: 'draft' },
  scheduled: { date_utc: '2998-01-01 00:00:00' },
};

async function createEvent(calendar: TestCalendar, state: EventState, fields: object): Promise<number> {
  const { id } = await createRecord(calendar, 'events', { ...FIELDS[state], ...fields });
  if (state === 'trashed') await calendar.request('DELETE', `events/${id}`);
  if (state.startsWith('protected'))
    await query(calendar.databaseUrl, `update events set password_hash = 'hash' where id = ${id}`);
  return id;
}
