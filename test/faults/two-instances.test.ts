import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database-session.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFull, inForm, report } from '../support/faults/form.js';
import { insisting } from '../support/faults/insisting.js';
import { settle } from '../support/faults/ledger.js';
import { prepareLives, type Lives } from '../support/faults/lives.js';
import { startWriters } from '../support/faults/writers.js';
import { contradictions } from '../support/integrity.js';
import { repeated } from '../support/keyed.js';
import { uniqueName } from '../support/kinds.js';
import { EACH_LINK, idsOf, named, times } from '../support/links.js';
import { eventually } from '../support/log-lines.js';
import { AS_ADMINISTRATOR, rawRequest } from '../support/raw-request.js';
import { endServiceProcesses } from '../support/service-process.js';

const ROUNDS = inForm(1, 10);
const AT_ONCE = 64;
const NAMES = { venue: 'venue_texts', organizer: 'organizer_texts', categories: 'category_texts', tags: 'tag_texts' };

let cluster: Cluster;
let services: Lives[];
beforeAll(async () => {
  cluster = await startCluster();
  services = await times(2, () => prepareLives({ DATABASE_URL: cluster.url }));
  await Promise.all(services.map((each) => each.start()));
});
afterEach(async () => {
  const half = await contradictions(cluster.url);
  expect(half).toEqual([]);
});
afterAll(async () => {
  await endServiceProcesses();
  await cluster.remove();
});

/** Writes in turn to the one and the other. */
const originFor = (index: number): string => services[index % services.length]?.origin ?? '';

describe('two services on one database', () => {
  it('4.1 4.3 create a hundred events of one title, sent at once, with a hundred slugs', async () => {
    const client = insisting();
    for (let round = 0; round < ROUNDS; round += 1) {
      const title = uniqueName('Castells');
      const answers = await times(100, (index) => client.create(originFor(index), { title }));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ body }) => body['slug'])).size).toBe(100);
    }
    report('two services, one title', { creates: 100 * ROUNDS, refused: client.refusals });
    expectAtMostInFull(0, { 'creates that were answered 503': client.refusals });
  });

  it.each(EACH_LINK)('6.8 6.9 bring one %s along where 64 events name it first at once', async (link) => {
    const client = insisting();
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = uniqueName('Nova');
      const brought = (index: number) => ({ title: uniqueName(`Event ${index}`), [link]: named(link, name) });
      const answers = await times(AT_ONCE, (index) => client.create(originFor(index), brought(index)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.flatMap(({ body }) => idsOf(body, link))).size).toBe(1);
      expect(await countRows(cluster.url, NAMES[link], `name = '${name}'`)).toBe(1);
    }
    report(`two services, one new name of ${link}`, { creates: AT_ONCE * ROUNDS, refused: client.refusals });
    expectAtMostInFull(0, { 'creates that were answered 503': client.refusals });
  });

  it('12.3 carry out once what comes 64 times at once under one key, and answer it alike', async () => {
    const client = insisting();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [title, key] = [uniqueName('Once'), randomUUID()];
      const answers = await times(AT_ONCE, (index) => client.create(originFor(index), { title }, key));
      expect(new Set(answers.map((each) => JSON.stringify(repeated(each)))).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
      expect(await countRows(cluster.url, 'event_texts', `title = '${title}'`)).toBe(1);
    }
    report('two services, one key', { requests: AT_ONCE * ROUNDS, refused: client.refusals });
  });

  it('12.1 each serve soon what the other has changed, though they keep answers', async () => {
    const { body } = await insisting().create(originFor(0), { title: 'At first' });
    const path = `/calendar/events/v1/events/${String(body['id'])}`;
    const titleAt = async (index: number) =>
      (await rawRequest(originFor(index), { method: 'GET', path })).body['title'];
    const lags: number[] = [];
    for (let round = 0; round < inForm(10, 100); round += 1) {
      const title = `Round ${round}`;
      await titleAt(round + 1);
      const headers = { ...AS_ADMINISTRATOR, 'Content-Type': 'application/json' };
      const changed = { method: 'PATCH', path, headers, body: JSON.stringify({ title }) };
      expect((await rawRequest(originFor(round), changed)).status).toBe(200);
      const begin = performance.now();
      await eventually(async () => ((await titleAt(round + 1)) === title ? true : undefined));
      lags.push(performance.now() - begin);
    }
    report('two services, changes seen at the other', { changes: lags.length, longest_ms: Math.max(...lags) });
  });

  it.each(inForm([false], [false, true]))(
    '9.3 12.3 lose and double nothing where they are killed in turn while 64 clients write (keys: %s)',
    async (keyed) => {
      const writers = startWriters([originFor(0), originFor(1)], { keyed });
      for (let kills = 0; kills < 2 * ROUNDS; kills += 1) {
        await writers.reach(writers.ledger.acknowledged.size + inForm(50, 200));
        await services[kills % 2]?.kill();
        await services[kills % 2]?.start();
      }
      const settled = await settle(cluster.url, await writers.stop());
      report(`two services killed in turn${keyed ? ', keys' : ''}`, { kills: 2 * ROUNDS, ...settled });
      expect(settled).toMatchObject({ lost: 0, doubled: 0, ...(keyed && { unknown: 0 }) });
    },
  );
});
