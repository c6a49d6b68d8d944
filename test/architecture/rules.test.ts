import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Rules of `docs/rules.md`, in order. A rule that is marked as amended may have no test yet. */
const RULES = [
  ...readFileSync('docs/rules.md', 'utf8').matchAll(
    /^<a id="rule-(\d+)-(\d+)"><\/a>\n\*\*(\d+\.\d+)\*\*( _\(amended, not complete yet\)_)?/gm,
  ),
].map(([, chapter, number, rule = '', marker]) => ({
  rule,
  anchor: `${chapter}.${number}`,
  isComplete: marker === undefined,
}));

/** Rule numbers at the beginning of a title of a test or group, or in brackets at its end. */
const LEADING_NUMBERS = /\(\s*['"`](\d+\.\d+(?:(?:, | and | )\d+\.\d+)*) /g;
const TRAILING_NUMBERS = /\((\d+\.\d+(?:, \d+\.\d+)*)\)['"`],?\s/g;

function rulesCitedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [LEADING_NUMBERS, TRAILING_NUMBERS].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, numbers = '']) => numbers.match(/\d+\.\d+/g) ?? []),
  );
}

describe('docs/rules.md', () => {
  const cited = new Set(globSync('test/**/*.test.ts').flatMap(rulesCitedBy));

  it('numbers the rules of a chapter without gaps, each with a matching anchor', () => {
    const chapters = Map.groupBy(RULES, ({ rule }) => rule.split('.')[0] ?? '');
    expect([...chapters.keys()]).toEqual([...Array.from({ length: 13 }, (_each, index) => String(index + 1)), '17']);
    for (const [chapter, rules] of chapters)
      expect(rules.map(({ rule, anchor }) => [rule, anchor])).toEqual(
        rules.map((_rule, index) => [`${chapter}.${index + 1}`, `${chapter}.${index + 1}`]),
      );
  });

  it('has a test for every complete rule', () => {
    expect(RULES.filter(({ rule, isComplete }) => isComplete && !cited.has(rule))).toEqual([]);
  });

  it('has every rule that a test cites', () => {
    const known = new Set(RULES.map(({ rule }) => rule));
    expect([...cited].filter((rule) => !known.has(rule))).toEqual([]);
  });
});
