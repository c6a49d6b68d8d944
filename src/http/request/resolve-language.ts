import type { Request } from 'express';
import { parseLanguage, type Language, type RequestLanguage } from '../../kernel/language/languages.js';
import { parsedQueryOf } from './parsed-query.js';
import { requestStateOf } from './request-state.js';

/** The language of a request. It is resolved once, when its body has been parsed or the request has been refused. */
export function requestLanguageOf(request: Request, defaultLanguage: Language): RequestLanguage {
  const state = requestStateOf(request);
  return (state.language ??= resolveLanguage(languageSources(request, state.languageSegment), defaultLanguage));
}

/** The places where a client may name a language, strongest first. */
interface LanguageSources {
  /** `ml_language` of the body, then of the query. */
  readonly parameters: readonly unknown[];
  /** The language segment of the path. */
  readonly segment?: Language | undefined;
  /** The language ranges of `Accept-Language`, by preference. */
  readonly accepted: readonly string[];
}

/**
 * Decides the language of a request: `ml_language`, then the segment of the path, then `Accept-Language` by its primary subtags
 * (`es-ES` is `es`, RFC 4647 lookup), then the default. Unknown languages are skipped here; `RequestParameters` rejects them with 400.
 */
export function resolveLanguage(sources: LanguageSources, defaultLanguage: Language): RequestLanguage {
  const explicit = firstSupportedLanguage(sources.parameters) ?? sources.segment;
  if (explicit) return { requested: explicit, isExplicit: true };
  const accepted = firstSupportedLanguage(sources.accepted.map((range) => range.split('-', 1)[0]));
  return { requested: accepted ?? defaultLanguage, isExplicit: false };
}

function languageSources(request: Request, segment: Language | undefined): LanguageSources {
  const body: unknown = request.body;
  const fromBody = body !== null && typeof body === 'object' && 'ml_language' in body ? body.ml_language : undefined;
  const queryValues = parsedQueryOf(request).values.get('ml_language') ?? [];
  const fromQuery = queryValues.length === 1 ? queryValues[0] : undefined;
  return { parameters: [fromBody, fromQuery], segment, accepted: request.acceptsLanguages() };
}

function firstSupportedLanguage(candidates: readonly unknown[]): Language | undefined {
  for (const candidate of candidates) {
    const language = parseLanguage(candidate);
    if (language) return language;
  }
  return undefined;
}
