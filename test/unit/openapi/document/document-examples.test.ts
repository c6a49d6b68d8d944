import { describe, expect, it } from '@jest/globals';
import {
  addResponseExamples,
  flattenFormExamples,
  normalizeExamples,
} from '../../../../src/openapi/document/document-examples.js';
import type { DocumentObject } from '../../../../src/openapi/document/document-parts.js';

const FORM = 'application/x-www-form-urlencoded';

/** A document with one operation, as a module that is not ours may bring it. */
const documentOf = (post: object, schemas: object = {}) =>
  ({ openapi: '3.1.0', paths: { '/x': { post } }, components: { schemas, examples: {} } }) as unknown as DocumentObject;

describe('examples', () => {
  it('10.2 leave alone what other modules document in another way', () => {
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

  it('10.2 end where a record holds others of its kind', () => {
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

  it('10.2 of forms show what can be written in one', () => {
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
