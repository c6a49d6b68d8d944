import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../../src/kernel/language/languages.js';

type Labels = Readonly<Record<string, string>>;
type Resolve = (document: unknown, path: readonly string[]) => { spec: unknown; errors: unknown[] };

const PAGE = new URL('../../../../src/openapi/docs/page/', import.meta.url);
const BUNDLE = readFileSync(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8');
const DOCUMENT = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
/** Texts that `page/plugin.js` adds to Swagger UI. */
const PLUGIN_TEXTS = new Set(['OpenAPI document', 'Remove this item']);

const labelsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`labels.${language}.json`, PAGE), 'utf8')) as Labels;
// The page is JavaScript without types.
const { translator } = (await import(new URL('translator.js', PAGE).href)) as {
  translator: (labels: Labels) => (text: string) => string;
};
const { resolveSubtree } = (await import(new URL('resolver.js', PAGE).href)) as { resolveSubtree: Resolve };

describe('Labels of the documentation page', () => {
  it('have the same keys in Catalan and Spanish (3.10)', () => {
    expect(Object.keys(labelsOf('ca')).toSorted()).toEqual(Object.keys(labelsOf('es')).toSorted());
  });

  it.each(LANGUAGES)('in %s translate only texts of Swagger UI and plugin.js', (language) => {
    const parts = Object.keys(labelsOf(language)).flatMap((label) =>
      label.split('{}').map((part) => part.replace(/^': |[.]$/g, '').trim()),
    );
    const absent = parts.filter(
      (part) => !PLUGIN_TEXTS.has(part) && !BUNDLE.includes(part.replaceAll('\n', String.raw`\n`)),
    );
    expect(absent).toEqual([]);
  });

  it.each([
    ['Try it out ', 'Prova-ho '],
    ['[1, 50] characters', '[1, 50] caràcters'],
    ['≤ 100 unique items', '≤ 100 elements, sense repeticions'],
    ['≥ 1 items', '≥ 1 elements'],
    ["For 'id': Required field is not provided.", 'id: cal indicar un valor.'],
    ['Castanyada', 'Castanyada'],
  ])('translate %j to %j', (text, expected) => {
    expect(translator(labelsOf('ca'))(text)).toBe(expected);
  });
});

describe('resolveSubtree', () => {
  it('resolves every operation of the API document', () => {
    const { paths } = JSON.parse(DOCUMENT) as { paths: Record<string, Record<string, object>> };
    const resolved = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => resolveSubtree(JSON.parse(DOCUMENT), ['paths', path, method])),
    );
    expect(resolved.length).toBeGreaterThan(50);
    const incomplete = resolved.filter(({ spec }) => !spec || /"\$ref":"/.test(JSON.stringify(spec)));
    expect(incomplete).toEqual([]);
  });

  it('sets the schema name as the title of a resolved schema', () => {
    const document = {
      components: { schemas: { Tag: { type: 'object' }, Tags: { items: { $ref: '#/components/schemas/Tag' } } } },
    };
    expect(resolveSubtree(document, ['components', 'schemas', 'Tags']).spec).toEqual({
      items: { title: 'Tag', type: 'object' },
    });
  });
});
