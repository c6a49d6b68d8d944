import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EXTENSIONS, type ExtensionClasses } from './extension-classes.js';
import type { StrategyName, StrategyTypes } from './strategy-types.js';

/** What extensions do in another way than the calendar. */
@Injectable()
export class Strategies {
  private readonly resolved = new Map<StrategyName, unknown>();

  constructor(
    @Inject(EXTENSIONS) private readonly extensions: ExtensionClasses,
    private readonly modules: ModuleRef,
  ) {}

  /** The strategy of an extension; undefined where the calendar does what it always does. */
  get<Name extends StrategyName>(name: Name): StrategyTypes[Name] | undefined {
    if (!this.resolved.has(name)) {
      const type = this.extensions.strategies[name];
      this.resolved.set(name, type && this.modules.get<unknown>(type, { strict: false }));
    }
    return this.resolved.get(name) as StrategyTypes[Name] | undefined;
  }
}
