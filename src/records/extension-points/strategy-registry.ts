import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EXTENSIONS_TOKEN, type ExtensionClasses } from './extension-classes.js';
import type { StrategyName, StrategyTypeMap } from './strategy-types.js';

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
