import type { Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { notAllowed } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { Message } from '../../kernel/language/message.js';
import type { RequestLanguage } from '../../kernel/language/languages.js';
import type { RelativeTo } from '../../kernel/time/parse-relative-date-time.js';
import { fieldsOf, servedNames } from '../../kernel/schema/field.js';

/** What is wrong, by parameter. Without prototype: `__proto__` is a name that a client may send like any other. */
export type Problems = Record<string, Message>;

/** Parameters as sent, and what decides how they are read. */
export interface Sent {
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
  sent: Sent,
  metatype: Type,
  dto: Record<string, unknown>,
  present: RelativeTo,
  partial: boolean,
): Problems {
  const problems: Problems = {};
  for (const field of fieldsOf(metatype)) {
    const { name, required, unless } = field;
    if (unless !== undefined && isGiven(sentValue(sent, unless))) continue;
    const value = field.header ? sent.header?.(name) : sentValue(sent, name);
    const coerced = value === undefined || isEmpty(value) ? undefined : field.coerce(value, present);
    const empty = isEmpty(value) || isEmpty(coerced);
    const cleared = sent.writes && value !== undefined && empty;
    // A create has nothing to clear: there, an empty value is as good as none.
    dto[name] = cleared && partial ? null : ((empty ? undefined : coerced) ?? field.defaultValue);
    if (dto[name] !== undefined && field.reserved?.(dto[name], sent.principal)) throw notAllowed(sent.principal);
    const missing = required && (cleared || (value === undefined && !partial));
    if (missing) problems[name] = { key: cleared && partial ? 'validation.empty' : 'validation.required' };
  }
  return problems;
}

const sentValue = ({ writes, values }: Sent, name: string): unknown =>
  writes ? values.get(name) : withoutEmptyTexts(values.get(name));

const isGiven = (value: unknown): boolean => value !== undefined && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** In a read an empty text means "not given", also as one of several. */
const withoutEmptyTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => each !== '') : value;

/** Parameters that no class knows, where that is an error. */
export function unknownParameters(
  { strict, values }: Sent,
  parts: readonly Type[],
  served: readonly string[],
): Problems {
  if (!strict) return {};
  const fields = parts.flatMap(fieldsOf).filter(({ header }) => !header);
  const names = new Set([...fields.map(({ name }) => name), ...parts.flatMap(servedNames), ...served]);
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
}

/** What class-validator has to say of fields about which nothing is said `already`. */
export async function validationProblems(dto: Record<string, unknown>, already: Problems): Promise<Problems> {
  const errors = await validate(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  const further = errors.filter(({ property }) => !Object.hasOwn(already, property));
  return Object.fromEntries(further.map((error) => [error.property, problemOf(error)]));
}

function problemOf({ constraints = {}, contexts = {} }: ValidationError): Message {
  const [[kind, key] = ['', '']] = Object.entries(constraints);
  return { key, args: (contexts[kind] ?? {}) as Record<string, unknown> };
}

/** The values that nothing is wrong with. */
export function without(dto: Record<string, unknown>, problems: Problems): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(problems, name)));
}

/** Whether headers that a class has fields for are sent. */
export const bringsHeaders = ({ header }: Sent, metatype: Type): boolean =>
  fieldsOf(metatype).some((field) => field.header && header?.(field.name) !== undefined);
