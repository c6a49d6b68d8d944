import type { ListedResource } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { PaginationQuery } from './base.query.js';
import type { Page } from './page.view.js';

/** `page` must skip fewer rows than this. For further pages, clients follow `next_rest_url`, which costs less. */
export const MAX_OFFSET = 10_000;

export function pageUrls(
  context: RequestContext,
  query: PaginationQuery,
  { kind, parameters }: { readonly kind: ListedResource; readonly parameters?: Readonly<Record<string, unknown>> },
  { after: nextAfter, total_pages }: { readonly after: string | undefined; readonly total_pages: number },
): Pick<Page, 'rest_url' | 'next_rest_url' | 'previous_rest_url'> {
  const base = `${context.baseUrl}/${kind.path}`;
  const { page, after } = query;
  const fields = context.fields && { fields: context.fields.names };
  const urlOf = (position: { page: number; after?: string | undefined }) =>
    listUrl(base, { ...query, ...parameters, ...fields }, context.language.requested, position);
  const hasPrevious = page > 1 && page - 1 <= total_pages && (page - 2) * query.per_page < MAX_OFFSET;
  return {
    rest_url: urlOf({ page, after }),
    next_rest_url: nextAfter ? urlOf({ page: page + 1, after: nextAfter }) : null,
    previous_rest_url: hasPrevious ? urlOf({ page: page - 1 }) : null,
  };
}

type QueryValue = string | number | boolean | readonly (string | number)[] | { toString(): string } | null | undefined;

const SEPARATELY_SET_PARAMETERS = new Set(['page', 'after', 'ml_language']);

/** The URL of a page, with all filters and the language. Arrays are comma-separated. */
export function listUrl(
  base: string,
  query: PaginationQuery,
  language: Language,
  { page, after }: { page: number; after?: string | undefined },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (SEPARATELY_SET_PARAMETERS.has(name) || value === undefined || value === null) continue;
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

/** Objects become `name[member]=value`, once for each value; instances of classes are formatted by their `toString`. */
const isPlainObject = (
  value: object | string | number | boolean,
): value is Readonly<Record<string, NonNullable<QueryValue>>> =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** Formats small numbers without the exponent that JavaScript gives them: parameters do not accept exponents. */
function formatQueryValue(value: NonNullable<QueryValue>): string {
  const text = String(value);
  const [, sign, integerPart, decimals = '', places] =
    (typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)) || [];
  return places === undefined ? text : `${sign}0.${'0'.repeat(Number(places) - 1)}${integerPart}${decimals}`;
}
