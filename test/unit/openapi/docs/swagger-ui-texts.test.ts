import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { SWAGGER_UI_PATTERNS, SWAGGER_UI_TEXTS } from '../../../../src/openapi/docs/swagger-ui-texts.js';

const BUNDLE = readFileSync(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8');

/** As Swagger UI writes them, where it puts them together from parts, or in Markdown. */
const PARTS: Readonly<Record<string, string>> = {
  Add: '"Add "',
  'header.': '" header."',
  'Failed to fetch.': '**Failed to fetch.**',
  'Possible Reasons:': '**Possible Reasons:**',
  CORS: '- CORS',
  'Network Failure': '- Network Failure',
  'Fetch error': '{source:"fetch"}',
};

describe('the texts of Swagger UI that the page translates', () => {
  it('3.10 are those that Swagger UI has', () => {
    const absent = Object.keys(SWAGGER_UI_TEXTS).filter((text) => !BUNDLE.includes(PARTS[text] ?? text));
    expect(absent).toEqual([]);
  });

  it.each([
    ['[1, 50] characters', 'docs.labels.characters', { range: '[1, 50]' }],
    ['≤ 500 characters', 'docs.labels.characters', { range: '≤ 500' }],
    ['≥ 1 items', 'docs.labels.item_range', { range: '≥ 1' }],
    ['≤ 100 unique items', 'docs.labels.unique_range', { range: '≤ 100' }],
    ['[1, 2] properties', 'docs.labels.property_range', { range: '[1, 2]' }],
    ['matches ^a b$', 'docs.labels.matches', { pattern: '^a b$' }],
    ['multiple of 1/100', 'docs.labels.multiple_of', { number: '1/100' }],
    ["For 'id': Required field is not provided.", 'docs.messages.value_missing', { name: 'id' }],
  ])('3.10 are told from the values within: %s', (text, key, values) => {
    const found = Object.entries(SWAGGER_UI_PATTERNS).flatMap(([pattern, each]) => {
      const groups = new RegExp(pattern).exec(text)?.groups;
      return groups ? [[each, { ...groups }]] : [];
    });
    expect(found).toEqual([[key, values]]);
  });
});
