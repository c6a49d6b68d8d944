import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { I18nResolver } from 'nestjs-i18n';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { LANGUAGES, parseLanguage, type Language, type RequestLanguage } from '../../kernel/language/languages.js';
import { parsedQueryOf, requestStateOf } from './request-state.js';

/** Resolver of nestjs-i18n. Its middleware calls it for every request, after the body is parsed and before the guards. */
@Injectable()
export class RequestLanguageResolver implements I18nResolver {
  constructor(@Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration) {}

  resolve(execution: ExecutionContext): string {
    const request = execution.switchToHttp().getRequest<Request>();
    return requestLanguageOf(request, this.configuration.DEFAULT_LANGUAGE).requested;
  }
}

/** The language of a request. It is resolved once, after the body was parsed or the request was rejected. */
export function requestLanguageOf(request: Request, defaultLanguage: Language): RequestLanguage {
  const state = requestStateOf(request);
  // In the path of a page, a language segment overrides all other sources.
  if (state.isPage && state.languageSegment) state.language = { requested: state.languageSegment, isExplicit: true };
  return (state.language ??= resolveLanguage(request, state.languageSegment, defaultLanguage));
}

/**
 * Decides the language of a request: `ml_language` of the body, then of the query, then the segment of the path, then
 * `Accept-Language` by its primary subtags (`es-ES` is `es`, RFC 4647 lookup), then the default. Unknown languages are
 * skipped here; the validation of parameters rejects them with 400.
 */
function resolveLanguage(request: Request, segment: Language | undefined, defaultLanguage: Language): RequestLanguage {
  const body: unknown = request.body;
  const fromBody = body !== null && typeof body === 'object' && 'ml_language' in body ? body.ml_language : undefined;
  const queryValues = parsedQueryOf(request).values.get('ml_language') ?? [];
  const fromQuery = queryValues.length === 1 ? queryValues[0] : undefined;
  const explicit = firstSupportedLanguage([fromBody, fromQuery, segment]);
  if (explicit) return { requested: explicit, isExplicit: true };
  return { requested: acceptedLanguage(request, defaultLanguage) ?? defaultLanguage, isExplicit: false };
}

/** The preferred language that `Accept-Language` names, otherwise the first that it does not exclude: `en;q=0, *`. */
function acceptedLanguage(request: Request, defaultLanguage: Language): Language | undefined {
  const named = request.acceptsLanguages().map((range) => range.split('-', 1)[0]);
  const isAccepted = (language: Language) => request.acceptsLanguages(language) !== false;
  return firstSupportedLanguage(named) ?? [defaultLanguage, ...LANGUAGES].find(isAccepted);
}

const firstSupportedLanguage = (candidates: readonly unknown[]): Language | undefined =>
  candidates.map((candidate) => parseLanguage(candidate)).find((language) => language !== undefined);
