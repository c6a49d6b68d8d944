import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { FieldSelection } from '../../kernel/context/field-selection.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { NO_SECRET_INPUTS } from '../../kernel/context/secret-inputs.js';
import { parseLanguage, LANGUAGES, type Language } from '../../kernel/language/languages.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import { MAX_PARAMETERS } from '../../kernel/schema/limits.js';
import { isBlank } from '../../kernel/schema/parsers.js';
import { idempotencyKeyErrors } from '../request/idempotency-key.js';
import { methodMayHaveBody } from '../request/http-methods.js';
import { METHOD_PARAMETER } from '../request/method-override.js';
import { parsedQueryOf, requestStateOf, type RequestParameters } from '../request/request-state.js';
import { groupTextParameters, type GroupedParameters } from './group-text-parameters.js';

/** The argument of `@Fields()` before `ParametersPipe` reads it into a DTO. */
export class RequestInput {
  constructor(
    readonly parameters: RequestParameters,
    readonly context: Pick<RequestContext, 'principal' | 'language' | 'precondition'>,
    /** The view of the response and its selected members, if the operation has the parameter `fields`. */
    readonly selection?: { readonly view: Type; readonly fields: FieldSelection | undefined },
    /** The prefix of names in errors: `venue[0].` for the members of this object. */
    readonly path = '',
  ) {}

  /** The same request with other values: the members of an object among the parameters. */
  withValues(values: ReadonlyMap<string, unknown>, path: string): RequestInput {
    return new RequestInput({ ...this.parameters, values }, this.context, undefined, path);
  }
}

/** The parameters of a request. The body takes precedence. Methods that read or delete have only the query. */
export const parametersOf = (request: Request): RequestParameters =>
  (requestStateOf(request).parameters ??= readParameters(request));

function readParameters(request: Request): RequestParameters {
  const { values, errors } = groupTextParameters(parsedQueryOf(request));
  const { secretInputs = NO_SECRET_INPUTS, methodErrors } = requestStateOf(request);
  values.delete(METHOD_PARAMETER);
  // A blank secret in the query means "not given" on writes too, so that no password is removed by mistake.
  for (const name of secretInputs.parameters) if (isBlank(values.get(name))) values.delete(name);
  const queryNames = new Set(values.keys());
  const isWrite = methodMayHaveBody(request.method);
  if (isWrite) {
    const body = bodyParametersOf(request);
    if (methodErrors && body.values.delete(METHOD_PARAMETER))
      errors[METHOD_PARAMETER] = { key: 'validation.query_only' };
    Object.assign(
      errors,
      body.errors,
      languageErrors(request, values.get('ml_language'), body.values.get('ml_language')),
    );
    for (const [name, value] of body.values) values.set(name, value);
  }
  dropExcess(values, errors);
  Object.assign(errors, methodErrors, idempotencyKeyErrors(request));
  const isStrict = prefersStrictHandling(request.get('Prefer') ?? '');
  return { values, queryNames, errors, isWrite, isStrict, getHeader: (name) => request.get(name) };
}

function bodyParametersOf(request: Request): GroupedParameters {
  const { form } = requestStateOf(request);
  if (form) return groupTextParameters(form);
  return { values: new Map(Object.entries((request.body ?? {}) as object)), errors: {} };
}

/** Removes the parameters beyond the limit, and reports the first of them. */
export function dropExcess(values: Map<string, unknown>, errors: Record<string, Message>): void {
  const names = [...values.keys()].slice(MAX_PARAMETERS);
  const [first] = names;
  if (first !== undefined) errors[first] = { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } };
  for (const name of names) values.delete(name);
}

/** The first `handling` preference counts. Parameters of a preference follow a semicolon (RFC 7240, 2). */
function prefersStrictHandling(prefer: string): boolean {
  const preferences = prefer.split(',').map((preference) => (preference.split(';', 1)[0] ?? '').trim());
  const handling = preferences.find((preference) => /^handling\s*=/i.test(preference));
  return /=\s*"?strict"?$/i.test(handling ?? '');
}

/**
 * `ml_language` determines the language of the request: query and body must not name two different ones, and the query
 * must not name an unknown one. The body of an update must not contradict the path: a client that reads a record below
 * `/es/`, gets it in Catalan and sends it back would overwrite the Catalan text.
 */
function languageErrors(request: Request, inQuery: unknown, inBody: unknown): FieldErrors {
  if (inBody === undefined) return {};
  const bodyLanguage = parseLanguage(inBody);
  if (inQuery !== undefined && !isBlank(inQuery)) {
    const queryLanguage = parseLanguage(inQuery);
    if (!queryLanguage) return { ml_language: { key: 'validation.one_of', args: { values: LANGUAGES.join(', ') } } };
    if (bodyLanguage && bodyLanguage !== queryLanguage) return { ml_language: { key: 'validation.language_conflict' } };
  }
  const pathLanguage = languageOfUpdatePath(request);
  const isConflict = pathLanguage && bodyLanguage && bodyLanguage !== pathLanguage;
  return isConflict ? { ml_language: { key: 'validation.path_language_conflict' } } : {};
}

/** The language segment of the path of an update, which addresses one record. */
function languageOfUpdatePath(request: Request): Language | undefined {
  const { route, languageSegment } = requestStateOf(request);
  return route?.includes(':') ? languageSegment : undefined;
}
