import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../../src/kernel/context/principal.js';
import { LANGUAGES } from '../../../../src/kernel/language/languages.js';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Resolve = (document: unknown, path: readonly string[]) => { spec: unknown; errors: unknown[] };

const PAGE = new URL('../../../../src/openapi/docs/page/', import.meta.url);
const BUNDLE = readFileSync(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8');
const DOCUMENT = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
/** The scripts that add texts to those of Swagger UI. */
const SCRIPTS = readdirSync(PAGE)
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(new URL(name, PAGE), 'utf8'));
const GUIDES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    readFileSync(new URL(`../../../../src/i18n/${language}/guides.md`, import.meta.url), 'utf8'),
  ]),
);
const API_GUIDE = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');

const LABELS = JSON.parse(readFileSync(new URL('labels.json', PAGE), 'utf8')) as Labels;
// The page is JavaScript without types.
const { translator } = (await import(new URL('translator.js', PAGE).href)) as {
  translator: (labels: Labels, language: string) => (text: string) => string;
};
const { resolveSubtree } = (await import(new URL('resolver.js', PAGE).href)) as { resolveSubtree: Resolve };

describe('Labels of the documentation page', () => {
  it('exist in Catalan and Spanish, for every role too (3.10)', () => {
    expect(Object.keys(LABELS)).toEqual(expect.arrayContaining(ROLES.map((role) => `Signed in as {} (${role})`)));
    expect(Object.entries(LABELS).filter(([, { ca, es }]) => ca === undefined || es === undefined)).toEqual([]);
  });

  it('translate only texts of Swagger UI, of the page, and the roles', () => {
    const parts = Object.keys(LABELS).flatMap((label) =>
      label.split('{}').map((part) => part.replace(/^': |[.]$/g, '').trim()),
    );
    const absent = parts.filter(
      (part) =>
        ![BUNDLE, ...SCRIPTS, ...ROLES.map((role) => `(${role})`)].some((script) =>
          script.includes(part.replaceAll('\n', String.raw`\n`)),
        ),
    );
    expect(absent).toEqual([]);
  });

  it.each([
    ['Try it out ', 'Prova-ho '],
    ['[1, 50] characters', '[1, 50] caràcters'],
    ['≤ 100 unique items', '≤ 100 elements, sense repeticions'],
    ['≥ 1 items', '≥ 1 elements'],
    ["For 'id': Required field is not provided.", 'id: cal indicar un valor.'],
    ['Signed in as ana (author)', 'Sessió: ana (autor)'],
    ['Castanyada', 'Castanyada'],
  ])('translate %j to %j', (text, expected) => {
    expect(translator(LABELS, 'ca')(text)).toBe(expected);
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

  it('replaces a schema within itself by its title', () => {
    const replies = { type: 'array', items: { $ref: '#/components/schemas/Comment' } };
    const document = { components: { schemas: { Comment: { type: 'object', properties: { replies } } } } };
    const named = { type: 'array', items: { title: 'Comment' } };
    const comment = { title: 'Comment', type: 'object', properties: { replies: named } };
    expect(resolveSubtree(document, ['components', 'schemas', 'Comment']).spec).toEqual({
      type: 'object',
      properties: { replies: { type: 'array', items: comment } },
    });
  });
});

describe('Guides', () => {
  it('in English consist of paragraphs of docs/api.md', () => {
    const paragraphs = GUIDES['en']?.split('\n\n').filter((paragraph) => !paragraph.startsWith('## ')) ?? [];
    expect(paragraphs.length).toBeGreaterThan(15);
    expect(paragraphs.filter((paragraph) => !API_GUIDE.includes(paragraph.trim()))).toEqual([]);
  });

  it('have the same number of sections and name the same parameters, codes and headers in each language (3.10)', () => {
    const namesIn = (text = '') => [
      text.match(/^## /gm)?.length,
      ...new Set(text.replaceAll(/```[^]*?```/g, '').match(/`[^`]+`/g)),
    ];
    for (const language of LANGUAGES)
      expect(namesIn(GUIDES[language]).toSorted()).toEqual(namesIn(GUIDES['en']).toSorted());
  });
});
