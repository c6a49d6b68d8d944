import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/run/run-mode.js';
import { expectAllStored, startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { replayedParts } from '../support/requests/idempotent-writes.js';
import { uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { eventually } from '../support/processes/log-lines.js';
import { rawRequest, sendJson, type RawResponse } from '../support/requests/raw-request.js';

const ROUNDS = byRunMode(1, 10);
const CONCURRENCY = 64;
const EVENTS_PATH = '/calendar/events/v1/events';

const fixture = useCluster({ count: 2 });
afterEach(async () => {
  expect(await findInconsistencies(fixture.cluster.url)).toEqual([]);
});

/** Origin of one of the two services, alternating by index. */
const originFor = (index: number): string => fixture.services[index % fixture.services.length]?.origin ?? '';

/** Client that creates events. It retries after 503, and while another request with the same key is in progress. */
class RetryingClient {
  /** Number of responses with 503. */
  rejections = 0;

  /** @param key an idempotency key that another request of the test may use at the same time */
  async create(origin: string, fields: object, key?: string): Promise<RawResponse> {
    const json = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00', ...fields };
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    for (;;) {
      const response = await sendJson(origin, { method: 'POST', path: EVENTS_PATH, json, headers });
      if (response.status === 503) this.rejections += 1;
      else if (response.body['code'] !== 'request_in_progress') return response;
      await setTimeout(50);
    }
  }
}

describe('Two services on one database', () => {
  it('100 concurrent creates with one title: 100 different slugs (4.1, 4.3)', async () => {
    const client = new RetryingClient();
    for (let round = 0; round < ROUNDS; round += 1) {
      const title = uniqueName('Castells');
      const responses = await repeatParallel(100, (index) => client.create(originFor(index), { title }));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(responses.map(({ body }) => body['slug'])).size).toBe(100);
    }
    printFigures('two services, one title', { creates: 100 * ROUNDS, rejected: client.rejections });
    expectAtMostInFullRun(0, { 'creates with 503': client.rejections });
  });

  it('64 concurrent requests with one Idempotency-Key: one event, identical responses (12.3)', async () => {
    const client = new RetryingClient();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [title, key] = [uniqueName('Once'), randomUUID()];
      const responses = await repeatParallel(CONCURRENCY, (index) => client.create(originFor(index), { title }, key));
      expect(new Set(responses.map((response) => JSON.stringify(replayedParts(response)))).size).toBe(1);
      expect(responses[0]?.status).toBe(201);
      expect(await countRows(fixture.cluster.url, 'event_translations', `title = '${title}'`)).toBe(1);
    }
    printFigures('two services, one key', { requests: CONCURRENCY * ROUNDS, rejected: client.rejections });
  });

  it('a change by one service: the other serves it despite its response cache (12.1)', async () => {
    const { body } = await new RetryingClient().create(originFor(0), { title: 'At first' });
    const path = `${EVENTS_PATH}/${String(body['id'])}`;
    const titleAt = async (index: number) =>
      (await rawRequest(originFor(index), { method: 'GET', path })).body['title'];
    const delays: number[] = [];
    for (let round = 0; round < byRunMode(10, 100); round += 1) {
      const title = `Round ${round}`;
      await titleAt(round + 1);
      expect((await sendJson(originFor(round), { method: 'PATCH', path, json: { title } })).status).toBe(200);
      const startedAt = performance.now();
      await eventually(async () => ((await titleAt(round + 1)) === title ? true : undefined));
      delays.push(performance.now() - startedAt);
    }
    const figures = { changes: delays.length, longest_ms: Math.max(...delays) };
    printFigures('two services, changes visible at the other one', figures);
  });

  it.each(byRunMode([false], [false, true]))(
    'services killed in turn while 64 clients write: nothing lost or duplicated, keys %s (9.3, 12.3)',
    async (keyed) => {
      const writers = startWriteLoop([originFor(0), originFor(1)], { isKeyed: keyed });
      for (let kills = 0; kills < 2 * ROUNDS; kills += 1) {
        await writers.waitForAcknowledged(writers.ledger.acknowledged.size + byRunMode(50, 200));
        await fixture.services[kills % 2]?.kill();
        await fixture.services[kills % 2]?.start();
      }
      const title = `two services killed in turn${keyed ? ', keys' : ''}`;
      const ledger = await writers.stop();
      const { unknown } = await expectAllStored(title, fixture.cluster.url, ledger, { kills: 2 * ROUNDS });
      if (keyed) expect(unknown).toBe(0);
    },
  );
});
