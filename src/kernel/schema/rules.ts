import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';
import type { RequestLanguage } from '../language/languages.js';
import { ApiError, type FieldErrors } from '../errors/api-error.js';

const RULES = Symbol('calendar:rules');

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
 * Judges values that are fine each for itself, by the request alone.
 * @throws {ApiError} with `params` where they are not fine together.
 */
export type Rule<Values extends object> = (values: Values, context: RuleContext) => void;

/**
 * Adds rules to a DTO, beside those that it inherits. On writes they only complete the report where something is wrong
 * already: of requests that are fine so far, services judge the same with the stored record in hand.
 * @example Rules(scheduleRule)
 */
export function Rules<Values extends object>(...rules: readonly Rule<Values>[]): ClassDecorator {
  return (dto) => copyRules([...rulesOf(dto.prototype as object), ...rules], dto.prototype as object);
}

/** The rules of a DTO, by its prototype. */
export function rulesOf(prototype: object): readonly Rule<never>[] {
  return (Reflect.getMetadata(RULES, prototype) ?? []) as Rule<never>[];
}

/** Gives a DTO these rules in place of its own. */
export function copyRules(rules: readonly Rule<never>[], prototype: object): void {
  Reflect.defineMetadata(RULES, rules, prototype);
}

/** What the values of a request get wrong together, by the rules of its DTO. */
export function ruleErrors(dto: Type, values: object, context: RuleContext): FieldErrors {
  const found = rulesOf(dto.prototype as object).map((rule) => errorsOf(() => rule(values as never, context)));
  return Object.assign({}, ...found) as FieldErrors;
}

function errorsOf(check: () => void): FieldErrors {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof ApiError && error.details.params) return error.details.params;
    throw error;
  }
}
