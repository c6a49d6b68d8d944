import { describe, expect, it } from 'vitest';
import {
  addResponseExamples,
  flattenFormExamples,
  normalizeExamples,
} from '../../../../src/openapi/document/document-examples.js';
import type { DocumentObject } from '../../../../src/openapi/document/document-parts.js';
import { withoutClassSuffixes } from '../../../../src/openapi/document/document-components.js';

const FORM = 'application/x-www-form-urlencoded';

/** Document with one operation, as another module may declare it. */
const documentOf = (post: object, schemas: object = {}) =>
  ({ openapi: '3.1.0', paths: { '/x': { post } }, components: { schemas, examples: {} } }) as unknown as DocumentObject;

describe('Examples of the API document', () => {
  it('leave operations of other modules unchanged (10.2)', () => {
    const operation = {
      parameters: [{ in: 'query', name: 'filter', content: {} }, { $ref: '#/components/parameters/page' }],
      requestBody: { content: { [FORM]: { schema: { type: 'object' } } } },
      responses: {},
    };
    const document = documentOf(operation);
    const before = structuredClone(document);
    normalizeExamples(document);
    flattenFormExamples(document);
    addResponseExamples(document);
    expect(document.paths).toEqual(before.paths);
  });

  it('end at a schema that contains itself (10.2)', () => {
    const comment = {
      properties: {
        text: { type: 'string', examples: ['Hello'] },
        replies: { type: 'array', items: { $ref: '#/components/schemas/Comment' } },
      },
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Comment' } } };
    const document = documentOf({ responses: { 200: { description: '', content } } }, { Comment: comment });
    addResponseExamples(document);
    expect(document.components.examples).toEqual({ Comment: { value: { text: 'Hello', replies: [] } } });
  });

  it('of form bodies contain only values that a form can encode (10.2)', () => {
    const example = { summary: 'Ready', value: { title: 'A', venue: [{ venue: 'V' }], tags: ['T'] } };
    const schema = { $ref: '#/components/schemas/CreateEvent' };
    const json = { schema, examples: { record: example } };
    const content = { 'application/json': json, [FORM]: structuredClone(json) };
    const document = documentOf(
      { requestBody: { content }, responses: {} },
      { CreateEvent: { properties: { venue: { examples: [[1]] }, custom_fields: { type: ['object', 'null'] } } } },
    );
    flattenFormExamples(document);
    expect(content['application/json']).toEqual(json);
    expect(content[FORM]).toMatchObject({ encoding: { custom_fields: { contentType: 'application/json' } } });
    expect(content[FORM].examples.record).toEqual({ summary: 'Ready', value: { title: 'A', venue: [1], tags: ['T'] } });
  });
});

/** Schema names of classes, in the given order. */
function namesOf(...classes: string[]): string[] {
  const schemas = Object.fromEntries(classes.map((name) => [name, { title: name }]));
  const document = { openapi: '3.1.0', paths: {}, components: { schemas } } as unknown as DocumentObject;
  return Object.keys(withoutClassSuffixes(document).components.schemas);
}

describe('Schema names', () => {
  it('omit the suffixes View and Dto (10.2)', () => {
    expect(namesOf('EventView', 'EventList', 'CreateEventDto')).toEqual(['Event', 'EventList', 'CreateEvent']);
  });

  it('stay unique if classes differ only in a suffix (10.2)', () => {
    expect(namesOf('Event', 'EventView')).toEqual(['EventSchema', 'Event']);
    expect(namesOf('EventView', 'EventDto')).toEqual(['EventView', 'EventDto']);
  });

  it('are replaced in references, and nowhere else (10.2)', () => {
    const $ref = '#/components/schemas/EventView';
    const schemas = { EventView: {}, EventList: { items: { $ref }, example: 'EventView' } };
    const document = { openapi: '3.1.0', paths: {}, components: { schemas } } as unknown as DocumentObject;
    expect(withoutClassSuffixes(document).components.schemas['EventList']).toEqual({
      items: { $ref: '#/components/schemas/Event' },
      example: 'EventView',
    });
  });
});
