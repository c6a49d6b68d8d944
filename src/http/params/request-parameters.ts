import type { Request } from 'express';
import { mayHaveBody } from '../request/methods.js';
import { idempotencyKeyErrors } from '../request/idempotency-key.js';
import { parseLanguage, LANGUAGES } from '../../kernel/language/languages.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import { stateOf } from '../request/request-state.js';
import { MAX_PARAMETERS } from '../../kernel/schema/limits.js';
import { NO_SECRET_INPUTS } from '../../kernel/context/secret-inputs.js';
import { queryOf } from '../request/query-of.js';
import { groupTextParameters, type TextParameters } from './text-parameters.js';

/** The parameters of one request, query and body merged, before they are read into a DTO. */
export interface RequestParameters {
  readonly values: ReadonlyMap<string, unknown>;
  /** What the mere form of the parameters got wrong. */
  readonly errors: FieldErrors;
  /** Whether this is a create or an update, where an empty value clears a field. */
  readonly isWrite: boolean;
  /** `Prefer: handling=strict` (RFC 7240): unknown parameters are errors. */
  readonly isStrict: boolean;
  /** The value of a header. */
  readonly getHeader: (name: string) => string | undefined;
}

/** The parameters of a request. Body beats query; a query alone for methods that read or delete. */
export function parametersOf(request: Request): RequestParameters {
  const query = groupTextParameters(queryOf(request));
  // An empty secret in the query means "not given" on writes too, so that no password is removed by mistake.
  const { secretInputs = NO_SECRET_INPUTS } = stateOf(request);
  for (const name of secretInputs.parameters) if (query.values.get(name) === '') query.values.delete(name);
  const isWrite = mayHaveBody(request.method);
  const body = isWrite ? bodyParameters(request) : { values: new Map<string, unknown>(), errors: {} };
  const values = [...new Map([...query.values, ...body.values])];
  const requestErrors = {
    ...languageConflict(query, body),
    ...excessError(values),
    ...idempotencyKeyErrors(request),
  };
  return {
    values: new Map(values.slice(0, MAX_PARAMETERS)),
    errors: { ...query.errors, ...body.errors, ...requestErrors },
    isWrite,
    isStrict: prefersStrictHandling(request.get('Prefer') ?? ''),
    getHeader: (name) => request.get(name),
  };
}

/** The first parameter beyond those that a request may bring; what follows is not looked at. */
function excessError(values: readonly [name: string, value: unknown][]): FieldErrors {
  const [name] = values[MAX_PARAMETERS] ?? [];
  return name === undefined ? {} : { [name]: { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } } };
}

/** Of several `handling` preferences the first counts; what follows a semicolon only qualifies one (RFC 7240, 2). */
function prefersStrictHandling(prefer: string): boolean {
  const preferences = prefer.split(',').map((preference) => (preference.split(';', 1)[0] ?? '').trim());
  const handling = preferences.find((preference) => /^handling\s*=/i.test(preference));
  return /=\s*"?strict"?$/i.test(handling ?? '');
}

function bodyParameters(request: Request): TextParameters {
  const { form } = stateOf(request);
  if (form) return groupTextParameters(form);
  return { values: new Map(takeMembers(request.body ?? {})), errors: {} };
}

/** As many members as tell whether they are too many. */
export function takeMembers(object: object): [name: string, value: unknown][] {
  const names = Object.keys(object).slice(0, MAX_PARAMETERS + 1);
  return names.map((name) => [name, (object as Record<string, unknown>)[name]]);
}

/** The one parameter that decides how everything else is read may not say two things, nor one that is none beside another. */
function languageConflict(query: TextParameters, body: TextParameters): FieldErrors {
  const [inQuery, inBody] = [query.values.get('ml_language'), body.values.get('ml_language')];
  if (inBody === undefined || inQuery === undefined || inQuery === '') return {};
  const [queryLanguage, bodyLanguage] = [parseLanguage(inQuery), parseLanguage(inBody)];
  if (!queryLanguage) return { ml_language: { key: 'validation.one_of', args: { values: LANGUAGES.join(', ') } } };
  return bodyLanguage && bodyLanguage !== queryLanguage ? { ml_language: { key: 'validation.language_conflict' } } : {};
}
