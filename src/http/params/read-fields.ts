import { validate, type ValidationError } from 'class-validator';
import { accessDeniedError } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import type { Field } from '../../kernel/schema/field.js';
import { InvalidValue, invalidValueMessage, isBlank, isEmpty } from '../../kernel/schema/parsers.js';
import type { ReferenceTime } from '../../kernel/time/parse-relative-date-time.js';
import type { RequestParameters } from '../request/request-state.js';
import type { RequestInput } from './request-parameters.js';

export interface DtoReadResult {
  readonly dto: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/**
 * Reads the fields of a DTO: parses the parameters and fills in defaults.
 * @param isPartial whether this is an update: required fields are optional, and an empty value clears a field
 * @throws {ApiError} `unauthorized`, `forbidden` for values that the caller may not send
 */
export function readFields(
  fields: readonly Field[],
  { parameters, context: { principal }, path }: RequestInput,
  reference: ReferenceTime,
  isPartial: boolean,
): DtoReadResult {
  const dto: Record<string, unknown> = {};
  // Without a prototype: a client may send `__proto__` as a parameter name.
  const errors = Object.create(null) as Record<string, Message>;
  for (const field of fields) {
    if (isIgnored(field, parameters)) continue;
    const parsed = parseSent(field, parameters, reference);
    const isCleared = parsed === null && parameters.isWrite;
    const value = isCleared && isPartial ? null : (parsed ?? field.defaultValue);
    assertPermitted(field, value, principal, path);
    dto[field.name] = value; // also undefined: the order of members is the order of parameters in page URLs
    const error =
      invalidValueMessage(parsed) ??
      sourceError(field, parameters) ??
      missingError(field, parsed === undefined, isCleared, isPartial);
    if (error) errors[field.name] = error;
  }
  return { dto, errors };
}

function assertPermitted({ name, isForbidden }: Field, value: unknown, principal: Principal, path: string): void {
  if (value === undefined || value instanceof InvalidValue || !isForbidden?.(value, principal)) return;
  throw accessDeniedError(principal, { [`${path}${name}`]: { key: 'validation.forbidden' } });
}

function sourceError({ name, isBodyOnly }: Field, { queryNames }: RequestParameters) {
  return isBodyOnly && queryNames.has(name) ? { key: 'validation.body_only' } : undefined;
}

/** The error of a required field that is missing, or that the request would clear. */
function missingError({ required }: Field, isMissing: boolean, isCleared: boolean, isPartial: boolean) {
  if (!required || !(isCleared || (isMissing && !isPartial))) return undefined;
  return { key: isPartial ? 'validation.empty' : 'validation.required' };
}

const isIgnored = ({ ignoredWith }: Field, parameters: RequestParameters): boolean =>
  ignoredWith !== undefined && !isEmpty(parameterValue(parameters, ignoredWith) ?? null);

/** The value of a field; null for an empty one, undefined for one that was not sent. */
function parseSent({ name, isHeader, parse }: Field, parameters: RequestParameters, reference: ReferenceTime): unknown {
  const sent = isHeader ? parameters.getHeader(name) : parameterValue(parameters, name);
  if (sent === undefined) return undefined;
  const parsed = isEmpty(sent) ? null : parse(sent, reference);
  return isEmpty(parsed) ? null : parsed;
}

/** In a read, a blank text means "not given", also as one of several. */
function parameterValue({ isWrite, values }: RequestParameters, name: string): unknown {
  const value = values.get(name);
  return !isWrite && Array.isArray(value) ? value.filter((each) => !isBlank(each)) : value;
}

/** Checks the decorators of class-validator, which a class of an extension may combine with fields. */
export async function classValidatorErrors(dto: object, known: FieldErrors): Promise<FieldErrors> {
  const options = { stopAtFirstError: true, forbidUnknownValues: false, skipMissingProperties: true };
  const violations = await validate(dto, options);
  const further = violations.filter(({ property }) => !Object.hasOwn(known, property));
  return Object.fromEntries(further.map((violation) => [violation.property, messageOf(violation)]));
}

function messageOf({ constraints = {}, contexts = {} }: ValidationError): Message {
  const [[kind, key] = ['', '']] = Object.entries(constraints);
  return { key, args: (contexts[kind] ?? {}) as Record<string, unknown> };
}
