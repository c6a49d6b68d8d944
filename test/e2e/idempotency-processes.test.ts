import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { summarize, newKey, replayedParts, sendWithKey } from '../support/requests/idempotent-writes.js';
import { byRunMode } from '../support/run/run-mode.js';
import { uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const CONCURRENCY = 64;
const ROUNDS = byRunMode(1, 3);

let database: TestDatabase;
let processes: ServiceClient[];
beforeAll(async () => {
  database = await createTestDatabase();
  processes = await repeatParallel(2, () => startServiceClient(database.url));
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await database.drop();
});

describe('Idempotency-Key in processes that share a database', () => {
  it('executes 64 concurrent requests with one key once, with the same response for all (12.3)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [key, venue] = [newKey(), uniqueName('Sala')];
      const write = { method: 'POST', path: '/calendar/events/v1/venues', json: { venue } };
      const send = (index: number) => sendWithKey(processes[index % 2]?.origin ?? '', key, write);
      const answers = await repeatParallel(CONCURRENCY, async (index) => {
        let answer = await send(index);
        while (summarize(answer) === '409 request_in_progress') {
          await setTimeout(20);
          answer = await send(index);
        }
        return answer;
      });
      const outcomes = answers.map(summarize).toSorted();
      expect(outcomes).toEqual(['201', ...Array<string>(CONCURRENCY - 1).fill('201 again')]);
      expect(new Set(answers.map((each) => JSON.stringify(replayedParts(each)))).size).toBe(1);
      expect(await countRows(database.url, 'venue_translations', `name = '${venue}'`)).toBe(1);
    }
  });
});
