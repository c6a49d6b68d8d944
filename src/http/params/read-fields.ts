import type { Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { accessDeniedError } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { Message } from '../../kernel/language/message.js';
import type { RequestLanguage } from '../../kernel/language/languages.js';
import type { ReferenceTime } from '../../kernel/time/parse-relative-date-time.js';
import { fieldsOf, acceptedViewMembers } from '../../kernel/schema/field.js';

/** What is wrong, by parameter. Without prototype: `__proto__` is a name that a client may send like any other. */
export type FieldErrorMap = Record<string, Message>;

/** Parameters as sent, and what decides how they are read. */
export interface ParameterInput {
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether this is a create or an update, where an empty value clears a field. */
  readonly writes: boolean;
  /** Whether unknown parameters are errors. */
  readonly strict: boolean;
  readonly principal: Principal;
  readonly language: RequestLanguage;
  /** The value of a header of the request. */
  readonly header?: (name: string) => string | undefined;
}

/**
 * Coerces what is sent of a class's fields into its DTO, and fills the defaults.
 * @throws {ApiError} `unauthorized`, `forbidden` for values that the sender may not send
 */
export function readFields(
  input: ParameterInput,
  metatype: Type,
  dto: Record<string, unknown>,
  reference: ReferenceTime,
  partial: boolean,
): FieldErrorMap {
  const problems: FieldErrorMap = {};
  for (const field of fieldsOf(metatype)) {
    const { name, required, ignoredWith } = field;
    if (ignoredWith !== undefined && isPresent(inputValue(input, ignoredWith))) continue;
    const value = field.isHeader ? input.header?.(name) : inputValue(input, name);
    const coerced = value === undefined || isEmpty(value) ? undefined : field.coerce(value, reference);
    const empty = isEmpty(value) || isEmpty(coerced);
    const cleared = input.writes && value !== undefined && empty;
    // A create has nothing to clear: there, an empty value is as good as none.
    dto[name] = cleared && partial ? null : ((empty ? undefined : coerced) ?? field.defaultValue);
    if (dto[name] !== undefined && field.isForbidden?.(dto[name], input.principal))
      throw accessDeniedError(input.principal);
    const missing = required && (cleared || (value === undefined && !partial));
    if (missing) problems[name] = { key: cleared && partial ? 'validation.empty' : 'validation.required' };
  }
  return problems;
}

const inputValue = ({ writes, values }: ParameterInput, name: string): unknown =>
  writes ? values.get(name) : withoutEmptyTexts(values.get(name));

const isPresent = (value: unknown): boolean => value !== undefined && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** In a read an empty text means "not given", also as one of several. */
const withoutEmptyTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => each !== '') : value;

/** Parameters that no class knows, where that is an error. */
export function unknownParameters(
  { strict, values }: ParameterInput,
  parts: readonly Type[],
  served: readonly string[],
): FieldErrorMap {
  if (!strict) return {};
  const fields = parts.flatMap(fieldsOf).filter(({ isHeader }) => !isHeader);
  const names = new Set([...fields.map(({ name }) => name), ...parts.flatMap(acceptedViewMembers), ...served]);
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
}

/** What class-validator has to say of fields about which nothing is said `known`. */
export async function validationProblems(dto: Record<string, unknown>, known: FieldErrorMap): Promise<FieldErrorMap> {
  const errors = await validate(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  const further = errors.filter(({ property }) => !Object.hasOwn(known, property));
  return Object.fromEntries(further.map((error) => [error.property, problemOf(error)]));
}

function problemOf({ constraints = {}, contexts = {} }: ValidationError): Message {
  const [[kind, key] = ['', '']] = Object.entries(constraints);
  return { key, args: (contexts[kind] ?? {}) as Record<string, unknown> };
}

/** The values that nothing is wrong with. */
export function without(dto: Record<string, unknown>, problems: FieldErrorMap): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(problems, name)));
}

/** Whether headers that a class has fields for are sent. */
export const hasHeaders = ({ header }: ParameterInput, metatype: Type): boolean =>
  fieldsOf(metatype).some((field) => field.isHeader && header?.(field.name) !== undefined);
