import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ifMatch, readTag, tagOf, versionOf } from '../support/requests/entity-tags.js';
import { byRunMode } from '../support/jest/run-mode.js';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const ROUNDS = byRunMode(8, 40);
/** Records per kind. Two editors write each record repeatedly at the same time. */
const PER_KIND = byRunMode(2, 4);
/** Rounds in which the two editors use different processes of the service. */
const ROUNDS_APART = byRunMode(4, 10);

let calendar: TestCalendar;
let processes: ServiceClient[];
let records: { kind: Kind; record: ServedRecord }[];
beforeAll(async () => {
  calendar = await startTestCalendar();
  processes = await Promise.all([startServiceClient(calendar.databaseUrl), startServiceClient(calendar.databaseUrl)]);
  const kinds = KINDS.flatMap((kind) => Array.from({ length: PER_KIND }, () => kind));
  records = await Promise.all(
    kinds.map(async (kind) => ({ kind, record: await createRecord(calendar, kind.path, { ml_language: 'ca' }) })),
  );
});
afterAll(async () => {
  for (const each of processes) await each.stop();
  await calendar.close();
});

/** Sends an update with `If-Match` and returns the status. */
type Write = (editor: number, path: string, tag: string, json: object) => Promise<number>;

/** Paths of the two editors: one by id, the other by slug if the kind has such a path. */
const addresses = ({ path, isPublishable: isPublished }: Kind, { id, slug }: ServedRecord) => [
  `${path}/${id}`,
  isPublished ? `${path}/by-slug/${slug}` : `${path}/${id}`,
];

/** Sends two updates with the same ETag. Exactly one succeeds, and the record has its text and the next version. */
async function race({ kind, record }: (typeof records)[number], tag: string, write: Write) {
  const paths = addresses(kind, record);
  const bodies = ['es', 'en'].map((ml_language, editor): Record<string, string> => ({
    [kind.titleField]: `${versionOf(tag)} by ${editor} of ${kind.path} ${record.id}`,
    ml_language,
  }));
  const statuses = await Promise.all(paths.map((path, editor) => write(editor, path, tag, bodies[editor] ?? {})));
  const written = bodies[statuses.indexOf(200)] ?? {};
  const now = await calendar.request('GET', `${paths[0]}?ml_language=${written['ml_language'] ?? 'ca'}`);
  const isRight =
    statuses.toSorted().join() === '200,412' &&
    now.body[kind.titleField] === written[kind.titleField] &&
    versionOf(tagOf(now)) === versionOf(tag) + 1;
  return {
    tag: tagOf(now),
    lost: isRight ? [] : [`${paths[0]} ${tag}: ${statuses.join()}, ${tagOf(now)} ${now.text}`],
  };
}

async function lostIn(rounds: number, write: Write): Promise<string[]> {
  const found = await Promise.all(
    records.map(async (each) => {
      const lost: string[] = [];
      let tag = await readTag(calendar, `${each.kind.path}/${each.record.id}?ml_language=ca`);
      for (let round = 0; round < rounds; round += 1) {
        const raced = await race(each, tag, write);
        tag = raced.tag;
        lost.push(...raced.lost);
      }
      return lost;
    }),
  );
  return found.flat();
}

describe('Concurrent updates with the same ETag', () => {
  it('never overwrite each other, within one process or across two (12.1)', async () => {
    const writeHere: Write = async (_editor, path, tag, json) =>
      (await calendar.request('PATCH', path, { json, ...ifMatch(tag) })).status;
    const writeApart: Write = async (editor, path, tag, json) => {
      const answer = await processes[editor]?.request('PATCH', `/calendar/events/v1/${path}`, json, {
        'If-Match': tag,
      });
      return answer?.status ?? 0;
    };
    expect(await lostIn(ROUNDS, writeHere)).toEqual([]);
    expect(await lostIn(ROUNDS_APART, writeApart)).toEqual([]);
  }, 180_000);

  it('and a concurrent deletion: exactly one of the three requests succeeds (12.1)', async () => {
    for (const { kind, record } of records) {
      const path = `${kind.path}/${record.id}`;
      const tag = await readTag(calendar, path);
      const change = () =>
        calendar.request('PATCH', path, { json: { description: `${Math.random()}` }, ...ifMatch(tag) });
      const deletion = calendar.request('DELETE', `${path}?force=true`, ifMatch(tag));
      const [first, gone, second] = await Promise.all([change(), deletion, change()]);
      const won = [first, gone, second].filter(({ status }) => status === 200);
      expect([path, won.length]).toEqual([path, 1]);
      const last = won.includes(gone) ? 'none' : tagOf(won[0] ?? first);
      expect(tagOf(await calendar.request('GET', path))).toBe(last);
    }
  });
});
