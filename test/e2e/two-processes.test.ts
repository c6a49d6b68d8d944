import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { byRunMode } from '../support/run/run-mode.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { ifMatch, readTag, tagOf, versionOf } from '../support/requests/entity-tags.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** The short form has fewer rounds, records and failures. */
const UPDATE_ROUNDS = byRunMode(4, 40);
/** Rounds in which the two editors use different processes of the service. */
const CROSS_PROCESS_ROUNDS = byRunMode(4, 10);
/** Records per kind. Two editors write each record repeatedly at the same time. */
const RECORDS_PER_KIND = byRunMode(1, 4);
const CACHE_ROUNDS = byRunMode(12, 200);
const DISCONNECTS = byRunMode(1, 5);
/** Maximum staleness of the other process after a commit, in milliseconds. */
const MAX_STALENESS_MS = 1000;

let calendar: TestCalendar;
let writer: ServiceClient;
let other: ServiceClient;
let session: pg.Client;
beforeAll(async () => {
  calendar = await startTestCalendar();
  const settings = { CACHE_BYTES: '1000000' };
  [writer, other] = await Promise.all([
    startServiceClient(calendar.databaseUrl, settings),
    startServiceClient(calendar.databaseUrl, settings),
  ]);
  session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
});
afterAll(async () => {
  await Promise.all([writer.stop(), other.stop()]);
  await session.end();
  await calendar.close();
});

describe('Two processes with response caches on one database', () => {
  let path: string;
  beforeAll(async () => {
    path = `/calendar/events/v1/venues/${(await createRecord(calendar, 'venues', { venue: 'Round 0' })).id}`;
  });

  const nameIn = async ({ origin }: ServiceClient) => (await rawRequest(origin, { method: 'GET', path })).body['venue'];
  const roundIn = async (service: ServiceClient) => Number(/\d+$/.exec(String(await nameIn(service)))?.[0]);
  const write = async (name: string) => expect((await writer.request('PATCH', path, { venue: name })).status).toBe(200);

  /** Changes the name without a notification. A cached response can then be recognized by the former name. */
  async function renameSilently(name: string): Promise<void> {
    await session.query('set session_replication_role = replica');
    await session.query('update venue_translations set name = $1', [name]);
    await session.query('reset session_replication_role');
  }

  /** Reads until a response comes from the cache. */
  async function untilCached(service: ServiceClient): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const name = await nameIn(service);
      await renameSilently(`Unseen ${attempt}`);
      if (name === (await nameIn(service))) return;
    }
  }

  it('the writer never serves a stale response, the other process none a second after the commit (12.2)', async () => {
    const committed: number[] = [];
    const staleReads: unknown[] = [];
    const controller = new AbortController();
    const watch = async () => {
      while (!controller.signal.aborted) {
        const startedAt = performance.now();
        const round = await roundIn(other);
        const minimumRound = committed.findLastIndex((committedAt) => committedAt <= startedAt - MAX_STALENESS_MS);
        if (round < minimumRound) staleReads.push([round, minimumRound]);
      }
    };
    const watching = watch();
    for (let round = 0; round < CACHE_ROUNDS; round += 1) {
      await write(`Round ${round}`);
      committed.push(performance.now());
      expect([await roundIn(writer), await roundIn(writer)]).toEqual([round, round]);
    }
    await setTimeout(MAX_STALENESS_MS);
    expect(await roundIn(other)).toBe(CACHE_ROUNDS - 1);
    controller.abort();
    await watching;
    expect(staleReads).toEqual([]);
  });

  it('a closed notification connection clears the cache, and caching resumes after the reconnect (12.2)', async () => {
    for (let round = 0; round < DISCONNECTS; round += 1) {
      await untilCached(other);
      await renameSilently(`Broken ${round}`);
      await session.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like '%listener'`);
      while ((await nameIn(other)) !== `Broken ${round}`) await setTimeout(5);
    }
  });
});

let records: { kind: Kind; record: ServedRecord }[];

/** Sends an update with `If-Match` and returns the status. */
type Write = (editor: number, path: string, tag: string, json: object) => Promise<number>;

/** Paths of the two editors: one by id, the other by slug if the kind has such a path. */
const editorPaths = ({ path, isPublishable }: Kind, { id, slug }: ServedRecord) => [
  `${path}/${id}`,
  isPublishable ? `${path}/by-slug/${slug}` : `${path}/${id}`,
];

/** Sends two updates with the same ETag. Exactly one succeeds, and the record has its text and the next version. */
async function race({ kind, record }: (typeof records)[number], tag: string, write: Write) {
  const paths = editorPaths(kind, record);
  const bodies = ['es', 'en'].map((ml_language, editor): Record<string, string> => ({
    [kind.titleField]: `${versionOf(tag)} by ${editor} of ${kind.path} ${record.id}`,
    ml_language,
  }));
  const statuses = await Promise.all(paths.map((path, editor) => write(editor, path, tag, bodies[editor] ?? {})));
  const expected = bodies[statuses.indexOf(200)] ?? {};
  const current = await calendar.request('GET', `${paths[0]}?ml_language=${expected['ml_language'] ?? 'ca'}`);
  const isCorrect =
    statuses.toSorted().join() === '200,412' &&
    current.body[kind.titleField] === expected[kind.titleField] &&
    versionOf(tagOf(current)) === versionOf(tag) + 1;
  return {
    tag: tagOf(current),
    lost: isCorrect ? [] : [`${paths[0]} ${tag}: ${statuses.join()}, ${tagOf(current)} ${current.text}`],
  };
}

async function findLostUpdates(rounds: number, write: Write): Promise<string[]> {
  const lostUpdates = await Promise.all(
    records.map(async (entry) => {
      const lost: string[] = [];
      let tag = await readTag(calendar, `${entry.kind.path}/${entry.record.id}?ml_language=ca`);
      for (let round = 0; round < rounds; round += 1) {
        const result = await race(entry, tag, write);
        tag = result.tag;
        lost.push(...result.lost);
      }
      return lost;
    }),
  );
  return lostUpdates.flat();
}

describe('Concurrent updates with the same ETag', () => {
  beforeAll(async () => {
    const kinds = KINDS.flatMap((kind) => Array.from({ length: RECORDS_PER_KIND }, () => kind));
    const create = ({ path }: Kind) => createRecord(calendar, path, { ml_language: 'ca' });
    records = await Promise.all(kinds.map(async (kind) => ({ kind, record: await create(kind) })));
  });

  it('never overwrite each other, within one process or across two (12.1)', async () => {
    const writeInOneProcess: Write = async (_editor, path, tag, json) =>
      (await calendar.request('PATCH', path, { json, ...ifMatch(tag) })).status;
    const writeAcrossProcesses: Write = async (editor, path, tag, json) => {
      const response = await (editor === 0 ? writer : other).request('PATCH', `/calendar/events/v1/${path}`, json, {
        'If-Match': tag,
      });
      return response.status;
    };
    expect(await findLostUpdates(UPDATE_ROUNDS, writeInOneProcess)).toEqual([]);
    expect(await findLostUpdates(CROSS_PROCESS_ROUNDS, writeAcrossProcesses)).toEqual([]);
  }, 180_000);

  it('and a concurrent deletion: exactly one of the three requests succeeds (12.1)', async () => {
    for (const { kind, record } of records) {
      const path = `${kind.path}/${record.id}`;
      const tag = await readTag(calendar, path);
      const change = () =>
        calendar.request('PATCH', path, { json: { description: `${Math.random()}` }, ...ifMatch(tag) });
      const deletion = calendar.request('DELETE', `${path}?force=true`, ifMatch(tag));
      const [first, deleted, second] = await Promise.all([change(), deletion, change()]);
      const succeeded = [first, deleted, second].filter(({ status }) => status === 200);
      expect([path, succeeded.length]).toEqual([path, 1]);
      const expectedTag = succeeded.includes(deleted) ? 'none' : tagOf(succeeded[0] ?? first);
      const headers = { 'Accept-Encoding': 'identity' };
      expect(tagOf(await calendar.request('GET', path, { headers }))).toBe(expectedTag);
    }
  });
});
