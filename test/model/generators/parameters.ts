import fc, { type Arbitrary } from 'fast-check';
import type { Parameters, Query } from '../requests.js';

export type Part = Arbitrary<Parameters>;
export const NOTHING: Parameters = { query: {}, searchParams: [] };

/** A parameter with one meaning and several spellings. */
export const withSpellings = <Name extends keyof Query>(name: Name, meaning: Query[Name], ...texts: string[]): Part =>
  fc.constantFrom(...texts).map((text) => ({ query: { [name]: meaning }, searchParams: [[name, text]] }));

export const plain = (name: keyof Query, values: Arbitrary<string | number>): Part =>
  values.map((value) => ({ query: { [name]: value }, searchParams: [[name, String(value)]] }));

export const flag = (name: keyof Query): Part =>
  fc.oneof(
    withSpellings(name, true, 'true', '1', 'yes', 'on', 'TRUE', 'Yes'),
    withSpellings(name, false, 'false', '0', 'no', 'off', 'False', 'NO'),
  );

/** One to `maxLength` values, separated by commas, with repeated names, or with brackets. */
export const list = (name: keyof Query, values: Arbitrary<string | number>, maxLength = 4): Part =>
  fc
    .tuple(fc.uniqueArray(values, { minLength: 1, maxLength }), fc.constantFrom(',', '', '[]', '[#]'))
    .map(([selected, style]) => ({
      query: { [name]: selected },
      searchParams:
        style === ','
          ? [[name, selected.join(',')] as const]
          : selected.map((value, index) => [name + style.replace('#', String(index)), String(value)] as const),
    }));

export const optional = (part: Part, omitWeight: number): Part =>
  fc.oneof({ weight: omitWeight, arbitrary: fc.constant(NOTHING) }, { weight: 1, arbitrary: part });

export const hasParameter = (parts: readonly Parameters[], name: keyof Query) =>
  parts.some(({ query }) => name in query);

/** Combines parameters and adds the ignored ones whose names are not in use. */
export function combine(parts: readonly Parameters[], ignored: readonly string[] = []): Parameters {
  const searchParams = parts.flatMap((part) => part.searchParams);
  const names = new Set(searchParams.map(([name]) => name.replace(/\[.*$/, '')));
  const ignoredPairs = ignored.map((pair) => pair.split('=') as [string, string]).filter(([name]) => !names.has(name));
  return {
    query: Object.assign({}, ...parts.map(({ query }) => query)) as Query,
    searchParams: [...searchParams, ...ignoredPairs],
  };
}

/** All events instead of those of the default window. */
export const ALL_TIMES: Parameters = {
  query: { starts_after: { kind: 'local', local: '1900-01-01 00:00:00' } },
  searchParams: [['starts_after', '1900-01-01']],
};
