import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINK_NAMES, VENUE_ORGANIZER_LINKS, TERM_LINKS } from '../support/records/links.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

type Schema = Readonly<Record<string, unknown>>;
interface Index {
  readonly routes: Readonly<Record<string, { endpoints: { methods: string[]; args: Record<string, Schema> }[] }>>;
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { properties: Record<string, Schema> }>> };
}

const ID = { type: 'integer', minimum: 1 };
const RECORD = { type: 'object', required: ['id'], properties: { id: ID } };
const NAME = { type: 'string', maxLength: 500 };
const DTO = { venue: 'CreateVenue', organizer: 'CreateOrganizer' } as const;
/** Type of list fields. Null empties the field. */
const LIST = ['array', 'null'];

let calendar: TestCalendar;
let index: Index;
let document: Document;
beforeAll(async () => {
  calendar = await startTestCalendar();
  index = (await calendar.request<Index>('GET', '/calendar/events/v1')).body;
  document = (await calendar.request<Document>('GET', 'doc')).body;
});
afterAll(() => calendar.close());

/** Descriptions of a parameter in the index, from all operations that write events. */
const argumentsNamed = (name: string) =>
  Object.values(index.routes).flatMap(({ endpoints }) =>
    endpoints.flatMap(({ methods, args }) =>
      methods.includes('POST') && args['start_date'] ? (args[name] ?? []) : [],
    ),
  );

describe('Namespace index', () => {
  it('has no references to schemas of the OpenAPI document (10.1)', () => {
    expect(JSON.stringify(document)).toContain('"$ref"');
    expect(JSON.stringify(index)).not.toContain('"$ref"');
  });

  it('describes the accepted forms of linked records (10.1)', () => {
    for (const link of LINK_NAMES) {
      const found = argumentsNamed(link);
      expect(found.length).toBeGreaterThanOrEqual(2);
      const anyOf = [ID, RECORD, link in DTO ? { type: 'object' } : NAME];
      for (const each of found) expect(each).toMatchObject({ type: 'array', maxItems: 100, items: { anyOf } });
    }
  });
});

describe.each(['CreateEvent', 'UpdateEvent'])('Schema %s', (dto) => {
  const property = (name: string) => document.components.schemas[dto]?.properties[name];

  it.each(VENUE_ORGANIZER_LINKS)('accepts %s as an id, or an object with an id or with fields (10.2)', (link) => {
    const anyOf = [ID, RECORD, { $ref: `#/components/schemas/${DTO[link]}` }];
    expect(property(link)).toMatchObject({ type: LIST, maxItems: 100, items: { anyOf } });
    expect(Object.keys(document.components.schemas[DTO[link]]?.properties ?? {})).toEqual(
      expect.arrayContaining([link, 'phone', 'website', 'status', 'image', 'ml_language']),
    );
  });

  it.each(TERM_LINKS)('accepts %s as an id, an object with an id, or a text (10.2)', (link) => {
    expect(property(link)).toMatchObject({ type: LIST, maxItems: 100, items: { anyOf: [ID, RECORD, NAME] } });
  });

  it('accepts cost as a text, a number, or a list of at most 100 of them (10.2)', () => {
    const amount = [{ type: 'string', maxLength: 2000 }, { type: 'number' }];
    const list = { type: 'array', maxItems: 100, items: { anyOf: amount } };
    expect(property('cost')).toMatchObject({ anyOf: [...amount, list, { type: 'null' }] });
  });
});
