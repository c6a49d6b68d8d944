import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';
import { isParameterError, type FieldErrors } from '../errors/api-error.js';
import type { RequestLanguage } from '../language/languages.js';

const RULES_METADATA = Symbol('calendar:rules');

/** What a rule depends on besides the values. */
interface RuleContext {
  /** Whether the record is being created. No values are stored then. */
  readonly isCreate: boolean;
  /** The time zone of dates without an offset. */
  readonly timezone: string;
  readonly language: RequestLanguage;
  /** The kinds of the application. */
  readonly kinds: readonly RecordKind[];
}

/**
 * Checks the values of a request against each other. Each value is valid by itself.
 * @throws {ApiError} with `params` if the values contradict each other
 */
export type Rule<Values extends object> = (values: Values, context: RuleContext) => void;

/**
 * Adds rules to a DTO, besides those that it inherits. For a write, rules run only if the request is invalid already, so that the response
 * reports all errors: a service checks a valid write together with the stored record.
 * @example Rules(scheduleRule)
 */
export function Rules<Values extends object>(...rules: readonly Rule<Values>[]): ClassDecorator {
  return (dto) =>
    Reflect.defineMetadata(RULES_METADATA, [...rulesOf(dto.prototype as object), ...rules], dto.prototype as object);
}

export const hasRules = ({ prototype }: Type): boolean => rulesOf(prototype as object).length > 0;

const rulesOf = (prototype: object): readonly Rule<never>[] =>
  (Reflect.getMetadata(RULES_METADATA, prototype) ?? []) as Rule<never>[];

export function ruleErrors(dto: Type, values: object, context: RuleContext): FieldErrors {
  const errors: FieldErrors = {};
  for (const rule of rulesOf(dto.prototype as object)) {
    try {
      rule(values as never, context);
    } catch (error) {
      if (!isParameterError(error)) throw error;
      Object.assign(errors, error.details.params);
    }
  }
  return errors;
}
