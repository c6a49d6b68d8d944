import type { Request } from 'express';
import { queryOf } from './query-of.js';
import { parseLanguage, type Language, type RequestLanguage } from '../../kernel/language/languages.js';

/** Where a client may say which language it wants, strongest first. */
export interface LanguageSources {
  /** `ml_language` of the body, then of the query: the first that is a known language counts. */
  readonly parameters: readonly unknown[];
  /** The language segment of the address. */
  readonly segment?: Language | undefined;
  /** The languages of `Accept-Language` in order of preference. */
  readonly accepted: readonly string[];
}

/**
 * The language a request asks for: `ml_language`, then the segment of the address, then `Accept-Language` by its
 * primary subtags (`es-ES` is `es`, RFC 4647 lookup), then the default.
 */
export function resolveLanguage(sources: LanguageSources, defaultLanguage: Language): RequestLanguage {
  const named = firstLanguage(sources.parameters) ?? sources.segment;
  if (named) return { requested: named, isExplicit: true };
  const accepted = firstLanguage(sources.accepted.map((range) => range.split('-', 1)[0]));
  return { requested: accepted ?? defaultLanguage, isExplicit: false };
}

/** The sources of a request, as far as it has been read: its body counts once it is parsed. */
export function languageSources(request: Request, segment?: Language): LanguageSources {
  const body: unknown = request.body;
  const inBody = body !== null && typeof body === 'object' && 'ml_language' in body ? body.ml_language : undefined;
  const inQuery = queryOf(request).values.get('ml_language') ?? [];
  const inAddress = inQuery.length === 1 ? inQuery[0] : undefined;
  return { parameters: [inBody, inAddress], segment, accepted: request.acceptsLanguages() };
}

function firstLanguage(candidates: readonly unknown[]): Language | undefined {
  for (const candidate of candidates) {
    const language = parseLanguage(candidate);
    if (language) return language;
  }
  return undefined;
}
