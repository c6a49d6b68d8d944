import { Inject, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { StrategyClasses, StrategyName, StrategyTypeMap } from './strategy-types.js';

/** The parts of extensions that the record engine uses. */
export interface ExtensionClasses {
  /** Classes with `@CustomFields`. */
  readonly customFields: readonly Type[];
  readonly strategies: StrategyClasses;
}

/** Injection token of the extensions of an application. */
export const EXTENSIONS_TOKEN = Symbol('EXTENSIONS');

@Injectable()
export class StrategyRegistry {
  private readonly resolved = new Map<StrategyName, unknown>();

  constructor(
    @Inject(EXTENSIONS_TOKEN) private readonly extensions: ExtensionClasses,
    private readonly modules: ModuleRef,
  ) {}

  get<Name extends StrategyName>(name: Name): StrategyTypeMap[Name] | undefined {
    if (!this.resolved.has(name)) {
      const type = this.extensions.strategies[name];
      this.resolved.set(name, type && this.modules.get<unknown>(type, { strict: false }));
    }
    return this.resolved.get(name) as StrategyTypeMap[Name] | undefined;
  }
}
