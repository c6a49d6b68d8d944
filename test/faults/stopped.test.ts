import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countRows, withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/jest/run-mode.js';
import { prepareRestartableService, type RestartableService } from '../support/faults/restartable-service.js';
import { requestWithoutReading, sendIncomplete } from './slow-requests.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const ROUNDS = byRunMode(1, 10);
/** Maximum duration of a stop in milliseconds. */
const PROMISED = 10_000;
/** Requests in flight. Few wait for a lock, because each of them keeps a database connection. */
const IN_FLIGHT = { quick: 46, locked: 6, halfSent: 8, unread: 4 };
/** Events whose list is larger than the send buffer of a connection. */
const LARGE = { events: 40, length: 190_000 };

let cluster: Cluster;
let lives: RestartableService;
beforeAll(async () => {
  cluster = await startCluster();
  lives = await prepareRestartableService({ DATABASE_URL: cluster.url });
  await lives.start();
  await repeatParallel(LARGE.events, (index) => write('POST', 'events', large(index)));
});
afterAll(async () => {
  await stopServiceProcesses();
  await cluster.remove();
});

const write = (method: string, path: string, json: object) =>
  rawRequest(lives.origin, {
    method,
    path: `/calendar/events/v1/${path}`,
    headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });

const large = (index: number) => ({
  title: `Long ${index}`,
  start_date: '2030-05-01 19:00:00',
  end_date: '2030-05-01 21:00:00',
  description: 'Many words. '.repeat(LARGE.length / 12),
});

/** Waits until the readiness probe fails. */
const untilProbesKnow = async () => {
  const probe = () => rawRequest(lives.origin, { method: 'GET', path: '/health/ready' }).catch(() => undefined);
  while ((await probe())?.status === 200) await setTimeout(5);
};

/** Stops the service with all requests in flight. Returns their responses. */
async function stopAtWork(round: number) {
  const { body } = await write('POST', 'tags', { name: uniqueName('Locked') });
  const id = Number(body['id']);
  const halfSent = await repeatParallel(IN_FLIGHT.halfSent, () => sendIncomplete(lives.origin, uniqueName('Half')));
  const unread = await repeatParallel(IN_FLIGHT.unread, () =>
    requestWithoutReading(lives.origin, 'events?per_page=50&start_date=2030-01-01'),
  );
  // A later request has a response, so the service has read these.
  await write('POST', 'tags', { name: uniqueName('Later') });
  const [inFlight, stopped] = await withRolledBackTransaction(cluster.url, async (locks) => {
    await locks.query('select from tags where id = $1 for update', [id]);
    const quick = repeatParallel(IN_FLIGHT.quick, (index) =>
      write('POST', 'tags', { name: uniqueName(`Quick ${index}`) }),
    );
    const locked = repeatParallel(IN_FLIGHT.locked, (index) =>
      write('PATCH', `tags/${id}`, { description: `Text ${index}` }),
    );
    await waitForBlockedSession(locks);
    const begin = performance.now();
    const gone = lives.stop().then((code) => ({ code, took: performance.now() - begin }));
    await untilProbesKnow();
    return [Promise.all([quick, locked]), gone] as const;
  });
  await setTimeout(byRunMode(300, round * 400));
  const slow = Promise.all([...halfSent, ...unread].map((each) => each.finish()));
  const answers = [...(await inFlight).flat(), ...(await slow)];
  return { statuses: answers.map((answer) => answer?.status), stopped: await stopped };
}

/** Expected number of responses by status. */
const ANSWERED = { 200: IN_FLIGHT.locked + IN_FLIGHT.unread, 201: IN_FLIGHT.quick + IN_FLIGHT.halfSent };

describe('SIGTERM with 64 requests in flight, including slow ones', () => {
  it('all get a response, all acknowledged writes are stored, exit code 0 within ten seconds (9.3)', async () => {
    const stops: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round > 1) await lives.start();
      const before = await countRows(cluster.url, 'tags');
      const { statuses, stopped } = await stopAtWork(round);
      expect(Object.fromEntries(counted(statuses))).toEqual(ANSWERED);
      expect(stopped.code).toBe(0);
      stops.push(stopped.took);
      // Plus the locked tag and the tag of the later request.
      expect((await countRows(cluster.url, 'tags')) - before).toBe(ANSWERED[201] + 2);
      expect(await findInconsistencies(cluster.url)).toEqual([]);
    }
    printFigures('stopped at work', {
      stops: ROUNDS,
      requests: 64 * ROUNDS,
      unanswered: 0,
      longest_stop_ms: Math.max(...stops),
    });
    expectAtMostInFullRun(PROMISED, { 'longest stop': Math.max(...stops) });
  });
});

const counted = (statuses: readonly (number | undefined)[]) =>
  [...Map.groupBy(statuses, (status) => status ?? 'none')].map(([status, same]) => [status, same.length] as const);
