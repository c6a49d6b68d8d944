import { describe, expect, it } from '@jest/globals';
import type { DocumentObject } from '../../../../src/openapi/document/document-parts.js';
import { withoutClassSuffixes } from '../../../../src/openapi/document/document-components.js';

/** The names that schemas of these classes get, in their order. */
function namesOf(...classes: string[]): string[] {
  const schemas = Object.fromEntries(classes.map((name) => [name, { title: name }]));
  const document = { openapi: '3.1.0', paths: {}, components: { schemas } } as unknown as DocumentObject;
  return Object.keys(withoutClassSuffixes(document).components.schemas);
}

describe('names of schemas', () => {
  it('10.2 are those of what they describe', () => {
    expect(namesOf('EventView', 'EventList', 'CreateEventDto')).toEqual(['Event', 'EventList', 'CreateEvent']);
  });

  it('10.2 stay what they are, whatever classes others mount', () => {
    expect(namesOf('Event', 'EventView')).toEqual(['EventSchema', 'Event']);
    expect(namesOf('EventView', 'EventDto')).toEqual(['EventView', 'EventDto']);
  });

  it('10.2 are followed by what refers to them, and by nothing else', () => {
    const $ref = '#/components/schemas/EventView';
    const schemas = { EventView: {}, EventList: { items: { $ref }, example: 'EventView' } };
    const document = { openapi: '3.1.0', paths: {}, components: { schemas } } as unknown as DocumentObject;
    expect(withoutClassSuffixes(document).components.schemas['EventList']).toEqual({
      items: { $ref: '#/components/schemas/Event' },
      example: 'EventView',
    });
  });
});
