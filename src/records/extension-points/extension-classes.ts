import type { Type } from '@nestjs/common';
import type { StrategyClasses } from './strategy-types.js';

/** The parts of extensions that the record engine uses. */
export interface ExtensionClasses {
  /** Classes with `@CustomFields`. */
  readonly customFields: readonly Type[];
  readonly strategies: StrategyClasses;
}

/** Injection token of the extensions of an application. */
export const EXTENSIONS_TOKEN = Symbol('EXTENSIONS');
