import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { RULES } from './contract-rules.js';

const files = globSync('test/**/*.test.ts');
/** Titles of tests, and of groups of them, that begin with a rule's number; several may share a title. */
const TITLES = /\(\s*['"`](\d+\.\d+(?:(?:, | and | )\d+\.\d+)*) /g;

function numbersIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(TITLES)].flatMap(
    ([, numbers = '']) => numbers.match(/\d+\.\d+/g) ?? [],
  );
}

describe('the contract', () => {
  const tested = new Set(files.flatMap(numbersIn));

  it('has a test for every rule', () => {
    const untested = RULES.filter((rule) => !tested.has(rule));
    expect(untested).toEqual([]);
  });

  it('is not quoted by numbers it does not have', () => {
    const unknown = [...tested].filter((rule) => !RULES.includes(rule));
    expect(unknown).toEqual([]);
  });
});
