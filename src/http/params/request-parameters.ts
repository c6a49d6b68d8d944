import type { Request } from 'express';
import { NO_SECRET_INPUTS } from '../../kernel/context/secret-inputs.js';
import { parseLanguage, LANGUAGES } from '../../kernel/language/languages.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import { MAX_PARAMETERS } from '../../kernel/schema/limits.js';
import { idempotencyKeyErrors } from '../request/idempotency-key.js';
import { methodMayHaveBody } from '../request/http-methods.js';
import { parsedQueryOf } from '../request/parsed-query.js';
import { requestStateOf } from '../request/request-state.js';
import { groupTextParameters, type TextParameters } from './text-parameters.js';

/** The parameters of one request, query and body merged, before they are read into a DTO. */
export interface RequestParameters {
  readonly values: ReadonlyMap<string, unknown>;
  /** Errors in the form of the parameters, whatever their fields. */
  readonly errors: FieldErrors;
  /** Whether this is a create or an update, where an empty value clears a field. */
  readonly isWrite: boolean;
  /** `Prefer: handling=strict` (RFC 7240): unknown parameters are errors. */
  readonly isStrict: boolean;
  /** The value of a header. */
  readonly getHeader: (name: string) => string | undefined;
}

/** The parameters of a request. The body takes precedence; methods that read or delete have only the query. */
export function parametersOf(request: Request): RequestParameters {
  const { values, errors } = groupTextParameters(parsedQueryOf(request));
  // An empty secret in the query means "not given" on writes too, so that no password is removed by mistake.
  const { secretInputs = NO_SECRET_INPUTS } = requestStateOf(request);
  for (const name of secretInputs.parameters) if (values.get(name) === '') values.delete(name);
  const isWrite = methodMayHaveBody(request.method);
  if (isWrite) {
    const body = bodyParameters(request);
    Object.assign(errors, body.errors, languageConflict(values.get('ml_language'), body.values.get('ml_language')));
    for (const [name, value] of body.values) values.set(name, value);
  }
  dropExcess(values, errors);
  Object.assign(errors, idempotencyKeyErrors(request));
  const isStrict = prefersStrictHandling(request.get('Prefer') ?? '');
  return { values, errors, isWrite, isStrict, getHeader: (name) => request.get(name) };
}

/** Reports the first parameter beyond the limit. The parameters beyond it are not read. */
function dropExcess(values: Map<string, unknown>, errors: Record<string, Message>): void {
  if (values.size <= MAX_PARAMETERS) return;
  const names = [...values.keys()].slice(MAX_PARAMETERS);
  errors[names[0] ?? ''] = { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } };
  for (const name of names) values.delete(name);
}

/** Of several `handling` preferences the first counts. Parameters of a preference follow a semicolon (RFC 7240, 2). */
function prefersStrictHandling(prefer: string): boolean {
  const preferences = prefer.split(',').map((preference) => (preference.split(';', 1)[0] ?? '').trim());
  const handling = preferences.find((preference) => /^handling\s*=/i.test(preference));
  return /=\s*"?strict"?$/i.test(handling ?? '');
}

function bodyParameters(request: Request): TextParameters {
  const { form } = requestStateOf(request);
  return form ? groupTextParameters(form) : { values: new Map(takeMembers(request.body ?? {})), errors: {} };
}

/** The members of an object; of too many members, one more than is allowed. */
export function takeMembers(object: object): [name: string, value: unknown][] {
  const names = Object.keys(object).slice(0, MAX_PARAMETERS + 1);
  return names.map((name) => [name, (object as Record<string, unknown>)[name]]);
}

/** `ml_language` decides how everything else is read: query and body must not name two languages, and the query no unknown one. */
function languageConflict(inQuery: unknown, inBody: unknown): FieldErrors {
  if (inBody === undefined || inQuery === undefined || inQuery === '') return {};
  const [queryLanguage, bodyLanguage] = [parseLanguage(inQuery), parseLanguage(inBody)];
  if (!queryLanguage) return { ml_language: { key: 'validation.one_of', args: { values: LANGUAGES.join(', ') } } };
  return bodyLanguage && bodyLanguage !== queryLanguage ? { ml_language: { key: 'validation.language_conflict' } } : {};
}
