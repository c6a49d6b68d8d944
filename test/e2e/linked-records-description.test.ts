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
/** Null empties a field. */
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

/** What the index says of a parameter of the writing operations of events. */
const argumentsNamed = (name: string) =>
  Object.values(index.routes).flatMap(({ endpoints }) =>
    endpoints.flatMap(({ methods, args }) =>
      methods.includes('POST') && args['start_date'] ? (args[name] ?? []) : [],
    ),
  );

describe('the index', () => {
  it('10.1 stands by itself: it refers to no schema of the document', () => {
    expect(JSON.stringify(document)).toContain('"$ref"');
    expect(JSON.stringify(index)).not.toContain('"$ref"');
  });

  it('10.1 tells what lists of linked records take', () => {
    for (const link of LINK_NAMES) {
      const found = argumentsNamed(link);
      expect(found.length).toBeGreaterThanOrEqual(2);
      const anyOf = [ID, RECORD, link in DTO ? { type: 'object' } : NAME];
      for (const each of found) expect(each).toMatchObject({ type: 'array', maxItems: 100, items: { anyOf } });
    }
  });
});

describe.each(['CreateEvent', 'UpdateEvent'])('the schema %s', (dto) => {
  const property = (name: string) => document.components.schemas[dto]?.properties[name];

  it.each(VENUE_ORGANIZER_LINKS)('10.2 has %s by id, as an object with an id, or with the fields of one', (link) => {
    const anyOf = [ID, RECORD, { $ref: `#/components/schemas/${DTO[link]}` }];
    expect(property(link)).toMatchObject({ type: LIST, maxItems: 100, items: { anyOf } });
    expect(Object.keys(document.components.schemas[DTO[link]]?.properties ?? {})).toEqual(
      expect.arrayContaining([link, 'phone', 'website', 'status', 'image', 'ml_language']),
    );
  });

  it.each(TERM_LINKS)('10.2 has %s by id, as an object with an id, or as a text', (link) => {
    expect(property(link)).toMatchObject({ type: LIST, maxItems: 100, items: { anyOf: [ID, RECORD, NAME] } });
  });

  it('10.2 has a cost of a text, a number, or at most a hundred of them', () => {
    const amount = [{ type: 'string', maxLength: 2000 }, { type: 'number' }];
    const list = { type: 'array', maxItems: 100, items: { anyOf: amount } };
    expect(property('cost')).toMatchObject({ anyOf: [...amount, list, { type: 'null' }] });
  });
});
