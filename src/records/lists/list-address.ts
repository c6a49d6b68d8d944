import type { Language } from '../../kernel/language/languages.js';
import type { PagedQuery } from './page.query.js';

/** What a field of a list's query holds once it is read. */
type QueryValue = string | number | boolean | readonly (string | number)[] | { toString(): string } | null | undefined;

/** Never repeated in an address. */
const OMITTED = new Set(['page', 'after', 'password', 'ml_language']);

/**
 * The address of a page of a list, carrying every filter that was given and the language, so that following it loses
 * none. Lists of values are written with commas.
 */
export function listAddress(
  base: string,
  query: PagedQuery,
  language: Language,
  { page, after }: { page: number; after?: string | undefined },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (OMITTED.has(name) || value === undefined || value === null) continue;
    if (isPlain(value))
      for (const [member, each] of Object.entries(value))
        for (const one of [each].flat()) parameters.append(`${name}[${member}]`, written(one));
    else parameters.set(name, written(value));
  }
  parameters.set('ml_language', language);
  if (page > 1) parameters.set('page', String(page));
  if (after !== undefined) parameters.set('after', after);
  return `${base}?${parameters.toString()}`;
}

/** An object by its members, as a query has it; one of a class says itself how it is written. */
const isPlain = (
  value: object | string | number | boolean,
): value is Readonly<Record<string, NonNullable<QueryValue>>> =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** Numbers as texts of them are read: the smallest have an exponent in JavaScript. */
function written(value: NonNullable<QueryValue>): string {
  const text = String(value);
  const [, sign, whole, decimals = '', places] =
    (typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)) || [];
  return places === undefined ? text : `${sign}0.${'0'.repeat(Number(places) - 1)}${whole}${decimals}`;
}
