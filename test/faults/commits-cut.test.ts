import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { byRunMode, printFigures } from '../support/run/run-mode.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { summarize, newKey, sendWithKey, type Write } from '../support/requests/idempotent-writes.js';
import { sendJson, type RawResponse } from '../support/requests/raw-request.js';

const KEYED_CUTS = byRunMode(10, 200);
const UNKEYED_CUTS = byRunMode(6, 100);

const fixture = useCluster({ network: true });

const newEvent = (title: string): Write => ({
  method: 'POST',
  path: '/calendar/events/v1/events',
  json: {
    title,
    start_date: '2030-05-01 19:00:00',
    end_date: '2030-05-01 21:00:00',
    venue: { venue: `Place of ${title}` },
    tags: [`Tag of ${title}`],
  },
});
const countStored = (title: string) => countRows(fixture.cluster.url, 'event_translations', `title = '${title}'`);
/** Cuts rotate: before the COMMIT is sent, after it is sent, and after the database has responded. */
const phaseOf = (index: number) => (['unsent', 'forwarded', 'responded'] as const)[index % 3] ?? 'forwarded';
/** Expected response of a retry with the same key: a replay if the database has committed, otherwise a new result. */
const RETRY_OUTCOMES = { unsent: /^201$/, forwarded: /^201( again)?$/, responded: /^201 again$/ };

/** Sends a request and cuts the database connection of its transaction at the COMMIT. */
async function sendWithCut(index: number, send: () => Promise<RawResponse>): Promise<RawResponse> {
  const broken = fixture.network.cutCommit('events', phaseOf(index));
  const [response] = await Promise.all([send(), broken]);
  return response;
}

describe('Database connection cut at COMMIT', () => {
  it('a create with an Idempotency-Key, retried after the cut, stores one event (12.3)', async () => {
    const counts = { cuts: KEYED_CUTS, rows: 0, replayed: 0 };
    for (let index = 0; index < KEYED_CUTS; index += 1) {
      const [title, key] = [`Keyed ${randomUUID()}`, newKey()];
      const send = () => sendWithKey(fixture.service.origin, key, newEvent(title));
      expect(summarize(await sendWithCut(index, send))).toBe('503 unavailable');
      const retryOutcome = await eventually(async () => {
        const outcome = summarize(await send());
        return outcome.includes('request_in_progress') ? undefined : outcome;
      });
      expect(retryOutcome).toMatch(RETRY_OUTCOMES[phaseOf(index)]);
      counts.replayed += retryOutcome === '201 again' ? 1 : 0;
      counts.rows += await countStored(title);
    }
    printFigures('connection cut at COMMIT, with keys', counts);
    expect([counts.rows, await findInconsistencies(fixture.cluster.url)]).toEqual([KEYED_CUTS, []]);
  });

  it('a create without a key gets 503 and is stored completely or not at all (9.3, 12.4)', async () => {
    const counts = { cuts: UNKEYED_CUTS, stored: 0, not_stored: 0, duplicated: 0 };
    for (let index = 0; index < UNKEYED_CUTS; index += 1) {
      const title = `Unkeyed ${randomUUID()}`;
      const response = await sendWithCut(index, () => sendJson(fixture.service.origin, newEvent(title)));
      expect([summarize(response), response.headers['retry-after']]).toEqual(['503 unavailable', '1']);
      const rows = await countStored(title);
      if (phaseOf(index) === 'responded') expect(rows).toBe(1);
      if (phaseOf(index) === 'unsent') expect(rows).toBe(0);
      counts[rows === 0 ? 'not_stored' : rows === 1 ? 'stored' : 'duplicated'] += 1;
    }
    printFigures('connection cut at COMMIT, without keys', counts);
    expect([counts.duplicated, await findInconsistencies(fixture.cluster.url)]).toEqual([0, []]);
  });
});
