import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

type Tree = Record<string, unknown>;

/** A program of the page, which no compiler sees. */
const SUBTREE = new URL('../../src/openapi/docs/page/subtree.js', import.meta.url).href;
let partFor: (document: Tree, path: readonly string[]) => Tree;

let calendar: TestCalendar;
let document: Tree & { paths: Record<string, Tree>; components: Record<string, Tree> };
beforeAll(async () => {
  ({ partFor } = (await import(SUBTREE)) as { partFor: typeof partFor });
  calendar = await startTestCalendar();
  document = (await calendar.request('GET', 'doc')).body as typeof document;
});
afterAll(() => calendar.close());

const at = (tree: unknown, path: readonly string[]) =>
  path.reduce((found, name) => (found as Tree | undefined)?.[name], tree);
const references = (tree: unknown) => [
  ...new Set([...JSON.stringify(tree).matchAll(/"#\/(components\/[^"]+)"/g)].map(([, path = '']) => path)),
];

describe('the part of the document that the page resolves', () => {
  it('10.2 has what is shown, whole, and all that it refers to', () => {
    const methods = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ['paths', path, method]),
    );
    const schemas = Object.keys(document.components['schemas'] ?? {}).map((name) => ['components', 'schemas', name]);
    const sections = [['components', 'securitySchemes'], ['components', 'schemas'], ['paths']];
    const parts = [...methods, ...schemas, ...sections].map((path) => ({ path, part: partFor(document, path) }));
    expect(parts.length).toBeGreaterThan(100);
    const unlike = parts.flatMap(({ path, part }) =>
      [path, ...references(part).map((each) => each.split('/'))].filter(
        (each) => at(document, each) === undefined || !isDeepStrictEqual(at(part, each), at(document, each)),
      ),
    );
    expect(unlike).toEqual([]);
  });

  it('10.2 is found by references to whole components, of which alone the document has', () => {
    const all = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter((reference) => !/^#\/components\/[^/%~]+\/[^/%~]+$/.test(String(reference)))).toEqual([]);
  });

  it('10.2 is little, beside what holds for all operations', () => {
    const { paths, components, ...all } = partFor(document, ['paths', '/calendar/events/v1/tags', 'get']);
    const { paths: _paths, components: _components, tags: _tags, ...others } = document;
    expect(all).toEqual(others);
    expect(Object.keys(paths as Tree)).toEqual(['/calendar/events/v1/tags']);
    expect(JSON.stringify(components).length).toBeLessThan(JSON.stringify(document.components).length / 3);
  });

  it('10.2 has what a path says of all its operations, names that are escaped, and circles once', () => {
    const shared = { $ref: '#/components/parameters/a~1b%7E0' };
    const node = { properties: { parent: { $ref: '#/components/schemas/Node' } } };
    const mapped = { discriminator: { mapping: { one: '#/components/schemas/One' } } };
    const inner = { properties: { part: { $ref: '#/components/schemas/Node/properties/parent' } } };
    const components = {
      parameters: { 'a/b~': { schema: { $ref: '#/components/schemas/Node' } }, other: {} },
      schemas: { Node: node, One: inner, Mapped: mapped, Other: {} },
    };
    const [get, post] = [{ responses: { 200: { $ref: '#/components/schemas/Mapped' } } }, { summary: 'other' }];
    const given = { openapi: '3.1.1', paths: { '/a': { parameters: [shared], get, post }, '/b': {} }, components };
    const { Other: _other, ...schemas } = components.schemas;
    expect(partFor(given, ['paths', '/a', 'get'])).toEqual({
      openapi: '3.1.1',
      paths: { '/a': { parameters: [shared], get } },
      components: { parameters: { 'a/b~': components.parameters['a/b~'] }, schemas },
    });
    expect(partFor(given, [])).toBe(given);
    expect(partFor(given, ['paths', '/c', 'get'])).toEqual({ openapi: '3.1.1', paths: {} });
  });
});
