import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dereference } from '../support/document/served-document.js';
import { expectNoServerError } from '../support/expect-no-server-error.js';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../support/hostile-values.js';
import { createRecord, requiredFieldsOf, KINDS, type Kind } from '../support/kinds.js';
import type { RawResponse, RawRequest } from '../support/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

interface Document {
  readonly paths: Record<string, { get?: { parameters: { name: string; in: string }[] } }>;
  readonly components: { schemas: Record<string, { properties: Record<string, unknown> }> };
}

let calendar: TestCalendar;
let document: Document;
beforeAll(async () => {
  calendar = await startTestCalendar();
  document = dereference((await calendar.request<Document>('GET', 'doc')).body);
});
afterAll(() => calendar.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };

const survive = (request: RawRequest): Promise<RawResponse> => expectNoServerError(calendar, request);

const schemaOf = ({ kind }: Kind) => `Create${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** The names that an answer does not refuse: one value that is refused keeps all others from the database. */
const accepted = (names: readonly string[], { body }: RawResponse): string[] =>
  names.filter((name) => !Object.hasOwn(body['params'] ?? {}, name));

/** Parameters of one address. */
const TOGETHER = 8;

describe('no input causes a 500', () => {
  it.each(KINDS)('9.3 hostile values in every field of $path', async (kind) => {
    const fields = Object.keys(document.components.schemas[schemaOf(kind)]?.properties ?? {});
    expect(fields.length).toBeGreaterThan(3);
    const path = `${kind.path}/${(await createRecord(calendar, kind.path)).id}`;
    for (const value of HOSTILE_JSON) {
      const write = (method: string, at: string, names: readonly string[], more: object = {}) => {
        const members = Object.entries(more).map(([name, each]) => `"${name}":${JSON.stringify(each)}`);
        const body = `{${[...members, ...names.map((name) => `"${name}":${value}`)].join(',')}}`;
        return survive({ method, path: at, headers: JSON_TYPE, body });
      };
      const possible = accepted(fields, await write('PATCH', path, fields));
      if (possible.length === 0) continue;
      await write('PATCH', path, possible);
      await write('POST', kind.path, possible, requiredFieldsOf(kind));
    }
  });

  it.each(KINDS)('9.3 hostile values in every parameter of the reads and deletes of $path', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const { parameters = [] } = document.paths[`/calendar/events/v1/${path}`]?.get ?? {};
    const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['page', 'per_page', 'search', 'ml_language']));
    const shapes = ['[]=1', '[$ne]=1', '[99999999]=1', '[__proto__]=1', ...HOSTILE_TEXTS.map((each) => `=${each}`)];
    for (const text of shapes) {
      const read = (at: string, some: readonly string[]) =>
        survive({ method: 'GET', path: `${at}?${some.map((name) => `${name}${text}`).join('&')}` });
      // Some at a time: with all of them an address would be too long for what it holds to matter.
      for (let first = 0; first < names.length; first += TOGETHER) {
        const some = names.slice(first, first + TOGETHER);
        await read(path, accepted(some, await read(path, some)));
      }
      await read(`${path}/${id}`, ['ml_fallback', 'ml_language']);
      await survive({ method: 'DELETE', path: `${path}/${id}?ml_scope${text}&force${text}&ml_language${text}` });
    }
  });
});
