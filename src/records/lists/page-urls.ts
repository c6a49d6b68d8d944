import type { ListedResource } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { PaginationQuery } from './page.query.js';
import type { Page } from './page.view.js';

/** How far `page` alone reaches: behind it, skipping rows costs more than following `next_rest_url`. */
export const MAX_OFFSET = 10_000;

/** The URLs of a page and of its neighbours. */
export function pageUrls(
  context: RequestContext,
  query: PaginationQuery,
  { kind, parameters }: { readonly kind: ListedResource; readonly parameters?: Readonly<Record<string, unknown>> },
  next: { readonly after: string | undefined; readonly total_pages: number },
): Pick<Page, 'rest_url' | 'next_rest_url' | 'previous_rest_url'> {
  const base = `${context.baseUrl}/${kind.path}`;
  const { page, after } = query;
  const fields = context.fields && { fields: context.fields.names };
  const urlOf = (position: { page: number; after?: string | undefined }) =>
    listUrl(base, { ...query, ...parameters, ...fields }, context.language.requested, position);
  const hasPrevious = page > 1 && page - 1 <= next.total_pages && (page - 2) * query.per_page < MAX_OFFSET;
  return {
    rest_url: urlOf({ page, after }),
    next_rest_url: next.after ? urlOf({ page: page + 1, after: next.after }) : null,
    previous_rest_url: hasPrevious ? urlOf({ page: page - 1 }) : null,
  };
}

/** What a field of a list's query holds once it is read. */
type QueryValue = string | number | boolean | readonly (string | number)[] | { toString(): string } | null | undefined;

/** Never repeated in an address. */
const OMITTED_PARAMETERS = new Set(['page', 'after', 'ml_language']);

/**
 * The address of a page of a list, carrying every filter that was given and the language, so that following it loses
 * none. Lists of values are written with commas.
 */
export function listUrl(
  base: string,
  query: PaginationQuery,
  language: Language,
  { page, after }: { page: number; after?: string | undefined },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (OMITTED_PARAMETERS.has(name) || value === undefined || value === null) continue;
    if (isPlainObject(value))
      for (const [member, each] of Object.entries(value))
        for (const item of [each].flat()) parameters.append(`${name}[${member}]`, formatQueryValue(item));
    else parameters.set(name, formatQueryValue(value));
  }
  parameters.set('ml_language', language);
  if (page > 1) parameters.set('page', String(page));
  if (after !== undefined) parameters.set('after', after);
  return `${base}?${parameters.toString()}`;
}

/** An object by its members, as a query has it; one of a class says itself how it is written. */
const isPlainObject = (
  value: object | string | number | boolean,
): value is Readonly<Record<string, NonNullable<QueryValue>>> =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** Numbers as texts of them are read: the smallest have an exponent in JavaScript. */
function formatQueryValue(value: NonNullable<QueryValue>): string {
  const text = String(value);
  const [, sign, integerPart, decimals = '', places] =
    (typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)) || [];
  return places === undefined ? text : `${sign}0.${'0'.repeat(Number(places) - 1)}${integerPart}${decimals}`;
}
