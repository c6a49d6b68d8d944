import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { byRunMode, printFigures } from '../support/jest/run-mode.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { summarize, newKey, sendWithKey, type Write } from '../support/requests/idempotent-writes.js';
import { sendJson, type RawResponse } from '../support/requests/raw-request.js';

const EVENTS = '/calendar/events/v1/events';
const KEYED = byRunMode(10, 200);
const UNKEYED = byRunMode(6, 100);

const on = useCluster({ network: true });

const newEvent = (title: string): Write => ({
  method: 'POST',
  path: EVENTS,
  json: {
    title,
    start_date: '2030-05-01 19:00:00',
    end_date: '2030-05-01 21:00:00',
    venue: { venue: `Place of ${title}` },
    tags: [`Tag of ${title}`],
  },
});
const stored = (title: string) => countRows(on.cluster.url, 'event_translations', `title = '${title}'`);
/** The time of a cut, in rotation: before the COMMIT is sent, after it is sent, after the database has responded. */
const whenOf = (turn: number) => (['unsent', 'asked', 'answered'] as const)[turn % 3] ?? 'asked';
/** Expected response of a retry with the same key: a replay if the database has committed, otherwise a new result. */
const SECOND = { unsent: /^201$/, asked: /^201( again)?$/, answered: /^201 again$/ };

/** Sends a request and cuts the database connection of its transaction at the COMMIT. */
async function sendCut(turn: number, send: () => Promise<RawResponse>): Promise<RawResponse> {
  const cut = on.network.cutCommit('events', whenOf(turn));
  const [answer] = await Promise.all([send(), cut]);
  return answer;
}

describe('Database connection cut at COMMIT', () => {
  it('a create with an Idempotency-Key, retried after the cut, stores one event (12.3)', async () => {
    const counts = { cuts: KEYED, rows: 0, replayed: 0 };
    for (let turn = 0; turn < KEYED; turn += 1) {
      const [title, key] = [`Keyed ${randomUUID()}`, newKey()];
      const send = () => sendWithKey(on.service.origin, key, newEvent(title));
      expect(summarize(await sendCut(turn, send))).toBe('503 unavailable');
      const again = await eventually(async () => {
        const answer = summarize(await send());
        return answer.includes('request_in_progress') ? undefined : answer;
      });
      expect(again).toMatch(SECOND[whenOf(turn)]);
      counts.replayed += again === '201 again' ? 1 : 0;
      counts.rows += await stored(title);
    }
    printFigures('COMMIT cut off, under keys', counts);
    expect({ ...counts, half: await findInconsistencies(on.cluster.url) }).toMatchObject({ rows: KEYED, half: [] });
  });

  it('a create without a key gets 503 and is stored completely or not at all (9.3, 12.4)', async () => {
    const counts = { cuts: UNKEYED, stored: 0, not_stored: 0, duplicated: 0 };
    for (let turn = 0; turn < UNKEYED; turn += 1) {
      const title = `Unkeyed ${randomUUID()}`;
      const answer = await sendCut(turn, () => sendJson(on.service.origin, newEvent(title)));
      expect([summarize(answer), answer.headers['retry-after']]).toEqual(['503 unavailable', '1']);
      const rows = await stored(title);
      if (whenOf(turn) === 'answered') expect(rows).toBe(1);
      if (whenOf(turn) === 'unsent') expect(rows).toBe(0);
      counts[rows === 0 ? 'not_stored' : rows === 1 ? 'stored' : 'duplicated'] += 1;
    }
    printFigures('COMMIT cut off, without keys', counts);
    expect({ ...counts, half: await findInconsistencies(on.cluster.url) }).toMatchObject({ duplicated: 0, half: [] });
  });
});
