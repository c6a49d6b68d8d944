import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';
import { ApiError, type FieldErrors } from '../errors/api-error.js';
import type { RequestLanguage } from '../language/languages.js';

const RULES_METADATA = Symbol('calendar:rules');

/** What a rule may know beside the values sent. */
export interface RuleContext {
  /** Whether the record is being created, so that nothing else is stored of it. */
  readonly isCreate: boolean;
  /** The zone of wall clocks that name none. */
  readonly timezone: string;
  /** The language of the request, and whether it was named. */
  readonly language: RequestLanguage;
  /** The kinds of the application. */
  readonly kinds: readonly RecordKind[];
}

/**
 * Checks values against each other, by the request alone. Each value is valid by itself.
 * @throws {ApiError} with `params` if the values do not fit together
 */
export type Rule<Values extends object> = (values: Values, context: RuleContext) => void;

/**
 * Adds rules to a DTO, beside those that it inherits. On writes they only complete the report of a request that is invalid already:
 * of valid requests, services check the same with the stored record.
 * @example Rules(scheduleRule)
 */
export function Rules<Values extends object>(...rules: readonly Rule<Values>[]): ClassDecorator {
  return (dto) => copyRules([...rulesOf(dto.prototype as object), ...rules], dto.prototype as object);
}

/** The rules of a DTO, by its prototype. */
export function rulesOf(prototype: object): readonly Rule<never>[] {
  return (Reflect.getMetadata(RULES_METADATA, prototype) ?? []) as Rule<never>[];
}

/** Gives a DTO these rules in place of its own. */
export function copyRules(rules: readonly Rule<never>[], prototype: object): void {
  Reflect.defineMetadata(RULES_METADATA, rules, prototype);
}

/** The errors that the rules of a DTO find in values. */
export function ruleErrors(dto: Type, values: object, context: RuleContext): FieldErrors {
  const errors: FieldErrors = {};
  for (const rule of rulesOf(dto.prototype as object)) {
    try {
      rule(values as never, context);
    } catch (error) {
      if (!(error instanceof ApiError && error.details.params)) throw error;
      Object.assign(errors, error.details.params);
    }
  }
  return errors;
}
