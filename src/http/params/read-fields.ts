import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import type { Type } from '@nestjs/common';
import { accessDeniedError } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import { fieldsOf, isPartialDto, type Field } from '../../kernel/schema/field.js';
import { brokenRule } from '../../kernel/schema/field-rules.js';
import type { ReferenceTime } from '../../kernel/time/parse-relative-date-time.js';
import type { RequestInput } from './fields.decorator.js';
import type { RequestParameters } from './request-parameters.js';

/** A DTO and the errors of the parameters that it was read from. */
export interface ReadResult {
  readonly dto: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** A DTO class as the reader needs it. */
export interface DtoPlan {
  readonly type: Type;
  readonly fields: readonly Field[];
  readonly isPartial: boolean;
  /** Fields whose values name records. */
  readonly references: readonly Field[];
  /** Fields whose values are read into further DTOs. */
  readonly nested: readonly Field[];
  /** Whether the class has decorators of class-validator, as a class of an extension may. */
  readonly usesClassValidator: boolean;
}

/** Computes the plan of a class. Its result is to be kept. */
export function planOf(type: Type): DtoPlan {
  const fields = fieldsOf(type);
  const decorators = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return {
    type,
    fields,
    isPartial: isPartialDto(type),
    references: fields.filter(({ references, termFilterKind }) => references ?? termFilterKind),
    nested: fields.filter(({ nested }) => nested),
    // `PartialType` marks every property as optional, which checks nothing.
    usesClassValidator: decorators.some((decorator) => decorator.type !== 'conditionalValidation'),
  };
}

/**
 * Reads the fields of one class: coerces and checks what was sent, fills in defaults.
 * @param partial whether this is an update, in which required fields may be left out and an empty value clears a field
 * @throws {ApiError} `unauthorized`, `forbidden` for values that the caller may not send
 */
export function readFields(
  { type, fields }: DtoPlan,
  { parameters, context }: RequestInput,
  reference: ReferenceTime,
  partial: boolean,
): ReadResult {
  const dto = new type() as Record<string, unknown>;
  // Without a prototype: a client may send `__proto__` as a parameter name.
  const errors = Object.create(null) as Record<string, Message>;
  for (const field of fields) {
    if (isIgnored(field, parameters)) continue;
    const sent = sentValue(field, parameters);
    const value = coerceSent(field, sent, reference);
    const isCleared = value === null && parameters.isWrite;
    const result = isCleared && partial ? null : (value ?? field.defaultValue);
    assertPermitted(field, result, context.principal);
    dto[field.name] = result; // also undefined: the order of members decides the order of parameters in page URLs
    const error = brokenRuleOf(field, value) ?? missingError(field, sent !== undefined, isCleared, partial);
    if (error) errors[field.name] = error;
  }
  return { dto, errors };
}

function assertPermitted({ isForbidden }: Field, value: unknown, principal: Principal): void {
  if (value !== undefined && isForbidden?.(value, principal)) throw accessDeniedError(principal);
}

/** The error of a required field that is not given, or that an update would clear. */
function missingError({ required }: Field, isSent: boolean, isCleared: boolean, partial: boolean): Message | undefined {
  if (!required || (!isCleared && (isSent || partial))) return undefined;
  return { key: partial ? 'validation.empty' : 'validation.required' };
}

const brokenRuleOf = ({ rules }: Field, value: unknown): Message | undefined =>
  value === undefined || value === null ? undefined : brokenRule(rules, value);

const isIgnored = ({ ignoredWith }: Field, parameters: RequestParameters): boolean =>
  ignoredWith !== undefined && !isEmpty(parameterValue(parameters, ignoredWith) ?? null);

const sentValue = ({ name, isHeader }: Field, parameters: RequestParameters): unknown =>
  isHeader ? parameters.getHeader(name) : parameterValue(parameters, name);

/** In a read, an empty text means "not given", also as one of several. */
function parameterValue({ isWrite, values }: RequestParameters, name: string): unknown {
  const value = values.get(name);
  return !isWrite && Array.isArray(value) ? value.filter((each) => each !== '') : value;
}

/** The value of a field; null for an empty one, undefined for one that was not sent. */
function coerceSent({ coerce }: Field, sent: unknown, reference: ReferenceTime): unknown {
  if (sent === undefined) return undefined;
  if (isEmpty(sent)) return null;
  const value = coerce(sent, reference);
  return isEmpty(value) ? null : value;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Checks the decorators of class-validator that a class of an extension has beside its fields. */
export async function decoratorErrors(dto: Record<string, unknown>, known: FieldErrors): Promise<FieldErrors> {
  const options = { stopAtFirstError: true, forbidUnknownValues: false, skipMissingProperties: true };
  const violations = await validate(dto, options);
  const further = violations.filter(({ property }) => !Object.hasOwn(known, property));
  return Object.fromEntries(further.map((violation) => [violation.property, messageOf(violation)]));
}

function messageOf({ constraints = {}, contexts = {} }: ValidationError): Message {
  const [[kind, key] = ['', '']] = Object.entries(constraints);
  return { key, args: (contexts[kind] ?? {}) as Record<string, unknown> };
}
