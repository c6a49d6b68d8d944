import fc, { type Arbitrary } from 'fast-check';
import type { Parameters, Query } from '../requests.js';

export type Part = Arbitrary<Parameters>;
export const NOTHING: Parameters = { query: {}, sent: [] };

/** A parameter with one meaning and one of several spellings. */
export const spelled = <Name extends keyof Query>(name: Name, means: Query[Name], ...texts: string[]): Part =>
  fc.constantFrom(...texts).map((text) => ({ query: { [name]: means }, sent: [[name, text]] }));

export const plain = (name: keyof Query, values: Arbitrary<string | number>): Part =>
  values.map((value) => ({ query: { [name]: value }, sent: [[name, String(value)]] }));

export const flag = (name: keyof Query): Part =>
  fc.oneof(
    spelled(name, true, 'true', '1', 'yes', 'on', 'TRUE', 'Yes'),
    spelled(name, false, 'false', '0', 'no', 'off', 'False', 'NO'),
  );

/** One to four values, separated by commas, with repeated names, or with brackets. */
export const list = (name: keyof Query, values: Arbitrary<string | number>, maxLength = 4): Part =>
  fc
    .tuple(fc.uniqueArray(values, { minLength: 1, maxLength }), fc.constantFrom(',', '', '[]', '[#]'))
    .map(([chosen, style]) => ({
      query: { [name]: chosen },
      sent:
        style === ','
          ? [[name, chosen.join(',')] as const]
          : chosen.map((value, index) => [name + style.replace('#', String(index)), String(value)] as const),
    }));

export const optional = (part: Part, without: number): Part =>
  fc.oneof({ weight: without, arbitrary: fc.constant(NOTHING) }, { weight: 1, arbitrary: part });

export const has = (parts: readonly Parameters[], name: keyof Query) => parts.some(({ query }) => name in query);

/** Combines parameters and adds the ignored ones whose names are not in use. */
export function combine(parts: readonly Parameters[], ignored: readonly string[] = []): Parameters {
  const sent = parts.flatMap((part) => part.sent);
  const names = new Set(sent.map(([name]) => name.replace(/\[.*$/, '')));
  const further = ignored.map((each) => each.split('=') as [string, string]).filter(([name]) => !names.has(name));
  return { query: Object.assign({}, ...parts.map(({ query }) => query)) as Query, sent: [...sent, ...further] };
}

/** All events instead of those of the default window. */
export const ALL_TIMES: Parameters = {
  query: { starts_after: { kind: 'local', local: '1900-01-01 00:00:00' } },
  sent: [['starts_after', '1900-01-01']],
};
