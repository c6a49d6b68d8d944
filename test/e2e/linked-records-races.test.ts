import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  LINKS,
  linkInput,
  namesOf,
  TERM_LINKS,
  repeatParallel,
  type Link,
} from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import {
  ADMIN_TOKEN,
  startTestCalendar,
  type TestResponse,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

const MANY = 20;
const LANGUAGES = ['ca', 'en', 'es'];

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const post = (fields: object, query = '') =>
  calendar.request<ServedRecord>('POST', `events${query}`, {
    json: { title: uniqueName('Concert'), ...upcomingDates(), ...fields },
  });

/** Number of records that a search for a name finds. */
const found = async (path: string, name: string) =>
  (await calendar.request('GET', `${path}?hide_empty=0&search=${encodeURIComponent(name)}`, { token: ADMIN_TOKEN }))
    .body['total'];

/** Waits until `count` sessions of the database wait for locks. */
async function untilWaiting(session: Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ count: string }>(
      `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (Number(rows[0]?.count) >= count) return;
    await setTimeout(5);
  }
}

/** Expects that an update links a record that a concurrent create of another event has not committed yet. */
async function expectOneOf(link: Link, first: string, second: string): Promise<void> {
  const { id } = await createRecord(calendar, 'events');
  const other = link === 'venue' ? 'organizer' : 'venue';
  const held = await createRecord(calendar, LINKS[other].path);
  const [bringing, finding] = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
    await session.query(`select from ${LINKS[other].path} where id = $1 for update`, [held.id]);
    const creating = post({ [other]: held.id, [link]: [linkInput(link, first)] });
    await untilWaiting(session, 1);
    const json = { [link]: [linkInput(link, second)] };
    const updating = calendar.request<ServedRecord>('PATCH', `events/${id}`, { json });
    await Promise.race([untilWaiting(session, 2), updating]);
    await session.query('commit');
    return Promise.all([creating, updating]);
  });
  expect([bringing.status, namesOf(bringing.body, link), finding.status]).toEqual([201, [first], 200]);
  expect(idsOf(finding.body, link)).toEqual(idsOf(bringing.body, link));
}

describe('Same new names in concurrent requests', () => {
  it('create twenty events and one record of each name (6.8, 6.9)', async () => {
    const venue = uniqueName('Sala Mirador');
    const organizer = uniqueName('Colla Vella');
    const categories = uniqueName('Percussió');
    const tags = uniqueName('Tardor');
    const sent = { venue: { venue, city: 'Reus' }, organizer: [{ organizer }], categories: [categories], tags };
    const answers = await repeatParallel(MANY, (index) => post(sent, `?ml_language=${LANGUAGES[index % 3]}`));
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(MANY);
    for (const link of LINK_NAMES) {
      expect([link, new Set(answers.map(({ body }) => idsOf(body, link).join())).size]).toEqual([link, 1]);
    }
    expect(await found('venues', venue)).toBe(1);
    expect(await found('organizers', organizer)).toBe(1);
    expect(await found('categories', categories)).toBe(1);
    expect(await found('tags', tags)).toBe(1);
  });

  it('succeed in twenty updates of four events, in different orders (6.9)', async () => {
    const events = await repeatParallel(4, () => createRecord(calendar, 'events'));
    const names = Array.from({ length: 12 }, () => uniqueName('Ordre'));
    const answers = await repeatParallel(MANY, (index) => {
      const turned = [...names.slice(index % 12), ...names.slice(0, index % 12)];
      const sent = index % 2 ? turned : turned.toReversed();
      const organizer = sent.map((name) => ({ organizer: name }));
      return calendar.request('PATCH', `events/${events[index % 4]?.id}`, {
        json: { tags: sent, categories: sent, organizer },
      });
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(200));
    for (const path of ['tags', 'categories', 'organizers']) expect(await found(path, 'Ordre')).toBe(names.length);
  });

  it.each(LINK_NAMES)('create one record in %s if the spelling differs (6.8, 6.9)', async (link) => {
    const [one, other] = [uniqueName('Col·legi'), uniqueName('Col.legi').replace(/\d+$/, '')];
    const number = one.slice(one.lastIndexOf(' ') + 1);
    await expectOneOf(link, one, `${other.toUpperCase()}${number}`);
  });

  it.each(TERM_LINKS)('create one term in %s if one text is the slug of the other (6.9)', async (link) => {
    const name = uniqueName('Nou Altre');
    await expectOneOf(link, name, name.toLowerCase().replaceAll(' ', '-'));
  });

  it.each(TERM_LINKS)('link one term in %s for all names, and one for all slugs (6.9)', async (link) => {
    const [name, slug] = [`Nou Nom ${link}`, `nou-nom-${link}`];
    const answers = await repeatParallel(MANY, (index) => post({ [link]: index % 2 ? slug : name }));
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(201));
    for (const parity of [0, 1]) {
      const alike = answers.filter((_each, index) => index % 2 === parity).map(({ body }) => idsOf(body, link).join());
      expect(new Set(alike).size).toBe(1);
    }
  });
});

describe('Concurrent creation of a term in another session', () => {
  /** Creates a term in another session while the request of `work` waits for it. */
  const whileCreated = (path: 'tags' | 'categories', name: string, work: () => Promise<TestResponse>) =>
    withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      const [kind, slug] = [path === 'tags' ? 'tag' : 'category', uniqueName('other').replace(' ', '-')];
      const { rows } = await session.query<{ id: string }>(
        `insert into ${path} (created_at, modified_at) values (now(), now()) returning id`,
      );
      const id = rows[0]?.id;
      await session.query(`insert into ${kind}_slugs values ($2, $1, true)`, [id, slug]);
      await session.query(
        `insert into ${kind}_translations (${kind}_id, language, name, slug, search_text, name_key)
         values ($1, 'en', $2, $4, '', $3)`,
        [id, name, name.toLowerCase(), slug],
      );
      const answered = work();
      await waitForBlockedSession(session);
      await session.query('commit');
      return { id: Number(id), ...(await answered) };
    });

  it.each(TERM_LINKS)('is awaited by a create, which links the new term: %s (6.9)', async (path) => {
    const name = uniqueName('Simultani');
    const answer = await whileCreated(path, name, () => post({ [path]: [name] }));
    expect([answer.status, idsOf(answer.body, path)]).toEqual([201, [answer.id]]);
  });

  it.each(TERM_LINKS)('is awaited by an update, which also stores all other fields: %s (6.9)', async (path) => {
    const name = uniqueName('Alhora');
    const { id } = await createRecord(calendar, 'events');
    const json = { [path]: [uniqueName('Abans'), name], venue: { venue: uniqueName('Sala') }, title: 'Un altre' };
    const answer = await whileCreated(path, name, () => calendar.request('PATCH', `events/${id}`, { json }));
    expect([answer.status, answer.body['title']]).toEqual([200, 'Un altre']);
    expect([idsOf(answer.body, path)[1], namesOf(answer.body, path)]).toEqual([answer.id, json[path]]);
    const read = await calendar.request('GET', `events/${id}`);
    for (const link of ['venue', path] satisfies Link[]) expect(read.body[link]).toEqual(answer.body[link]);
  });
});
