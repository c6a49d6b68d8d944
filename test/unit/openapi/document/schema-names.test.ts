import { describe, expect, it } from 'vitest';
import type { DocumentObject } from '../../../../src/openapi/document/document-parts.js';
import { withoutClassSuffixes } from '../../../../src/openapi/document/document-components.js';

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
