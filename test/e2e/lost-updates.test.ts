import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifMatch, readTag, tagOf, versionOf } from '../support/requests/entity-tags.js';
import { byRunMode } from '../support/run/run-mode.js';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const ROUNDS = byRunMode(8, 40);
/** Records per kind. Two editors write each record repeatedly at the same time. */
const RECORDS_PER_KIND = byRunMode(2, 4);
/** Rounds in which the two editors use different processes of the service. */
const CROSS_PROCESS_ROUNDS = byRunMode(4, 10);

let calendar: TestCalendar;
let processes: ServiceClient[];
let records: { kind: Kind; record: ServedRecord }[];
beforeAll(async () => {
  calendar = await startTestCalendar();
  processes = await Promise.all([startServiceClient(calendar.databaseUrl), startServiceClient(calendar.databaseUrl)]);
  const kinds = KINDS.flatMap((kind) => Array.from({ length: RECORDS_PER_KIND }, () => kind));
  records = await Promise.all(
    kinds.map(async (kind) => ({ kind, record: await createRecord(calendar, kind.path, { ml_language: 'ca' }) })),
  );
});
afterAll(async () => {
  for (const service of processes) await service.stop();
  await calendar.close();
});

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
  it('never overwrite each other, within one process or across two (12.1)', async () => {
    const writeInOneProcess: Write = async (_editor, path, tag, json) =>
      (await calendar.request('PATCH', path, { json, ...ifMatch(tag) })).status;
    const writeAcrossProcesses: Write = async (editor, path, tag, json) => {
      const response = await processes[editor]?.request('PATCH', `/calendar/events/v1/${path}`, json, {
        'If-Match': tag,
      });
      return response?.status ?? 0;
    };
    expect(await findLostUpdates(ROUNDS, writeInOneProcess)).toEqual([]);
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
