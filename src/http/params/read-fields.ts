import type { Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { accessDeniedError } from '../../kernel/context/permissions.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { Message } from '../../kernel/language/message.js';
import type { RequestLanguage } from '../../kernel/language/languages.js';
import type { ReferenceTime } from '../../kernel/time/parse-relative-date-time.js';
import { fieldsOf, acceptedViewMembers, type Field } from '../../kernel/schema/field.js';

/** Parameters as sent, and what decides how they are read. */
export interface ParameterInput {
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether this is a create or an update, where an empty value clears a field. */
  readonly isWrite: boolean;
  /** Whether unknown parameters are errors. */
  readonly isStrict: boolean;
  readonly principal: Principal;
  readonly language: RequestLanguage;
  /** The value of a header of the request. */
  readonly getHeader?: (name: string) => string | undefined;
}

/** A DTO, and what is wrong with the parameters it was read from. It is good if there are no errors. */
export interface ReadResult {
  readonly dto: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** One field as it was sent. */
interface SentField {
  /** Undefined if the field was not sent, or was sent empty. */
  readonly value: unknown;
  readonly isSent: boolean;
  /** Whether a write sent it empty. */
  readonly isCleared: boolean;
}

/**
 * Coerces what is sent of a class's fields into a DTO of that class, and fills the defaults.
 * @throws {ApiError} `unauthorized`, `forbidden` for values that the sender may not send
 */
export function readFields(
  input: ParameterInput,
  metatype: Type,
  reference: ReferenceTime,
  partial: boolean,
): ReadResult {
  const dto = new metatype() as Record<string, unknown>;
  const errors: Record<string, Message> = {};
  for (const field of fieldsOf(metatype)) {
    if (isIgnored(field, input)) continue;
    const sent = readField(field, input, reference);
    // A create has nothing to clear: there, an empty value is as good as none.
    const value = sent.isCleared && partial ? null : (sent.value ?? field.defaultValue);
    dto[field.name] = value;
    if (value !== undefined && field.isForbidden?.(value, input.principal)) throw accessDeniedError(input.principal);
    const error = missingError(field, sent, partial);
    if (error) errors[field.name] = error;
  }
  return { dto, errors };
}

const isIgnored = ({ ignoredWith }: Field, input: ParameterInput): boolean =>
  ignoredWith !== undefined && isPresent(inputValue(input, ignoredWith));

function readField(field: Field, input: ParameterInput, reference: ReferenceTime): SentField {
  const sent = field.isHeader ? input.getHeader?.(field.name) : inputValue(input, field.name);
  const coerced = isPresent(sent) ? field.coerce(sent, reference) : undefined;
  const empty = isEmpty(sent) || isEmpty(coerced);
  return { value: empty ? undefined : coerced, isSent: sent !== undefined, isCleared: input.isWrite && empty };
}

/** The error of a required field that is not given, or that an update would clear. */
function missingError({ required }: Field, { isSent, isCleared }: SentField, partial: boolean): Message | undefined {
  if (!required) return undefined;
  if (isCleared) return { key: partial ? 'validation.empty' : 'validation.required' };
  return isSent || partial ? undefined : { key: 'validation.required' };
}

const inputValue = ({ isWrite, values }: ParameterInput, name: string): unknown =>
  isWrite ? values.get(name) : withoutEmptyTexts(values.get(name));

const isPresent = (value: unknown): boolean => value !== undefined && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** In a read an empty text means "not given", also as one of several. */
const withoutEmptyTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => each !== '') : value;

/** Parameters that no class knows, where that is an error. */
export function unknownParameters(
  { isStrict, values }: ParameterInput,
  parts: readonly Type[],
  served: readonly string[],
): FieldErrors {
  if (!isStrict) return {};
  const fields = parts.flatMap(fieldsOf).filter(({ isHeader }) => !isHeader);
  const names = new Set([...fields.map(({ name }) => name), ...parts.flatMap(acceptedViewMembers), ...served]);
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
}

/** What class-validator has to say of fields about which nothing is said `known`. */
export async function validationErrors(dto: Record<string, unknown>, known: FieldErrors): Promise<FieldErrors> {
  const violations = await validate(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  const further = violations.filter(({ property }) => !Object.hasOwn(known, property));
  return Object.fromEntries(further.map((violation) => [violation.property, messageOf(violation)]));
}

function messageOf({ constraints = {}, contexts = {} }: ValidationError): Message {
  const [[kind, key] = ['', '']] = Object.entries(constraints);
  return { key, args: (contexts[kind] ?? {}) as Record<string, unknown> };
}

/** The values without those that have an error. */
export function omitInvalid(dto: Record<string, unknown>, errors: FieldErrors): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(errors, name)));
}

/** Whether headers that a class has fields for are sent. */
export const hasHeaders = ({ getHeader }: ParameterInput, metatype: Type): boolean =>
  fieldsOf(metatype).some((field) => field.isHeader && getHeader?.(field.name) !== undefined);
