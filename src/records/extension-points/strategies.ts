import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EXTENSIONS, type RecordExtensions } from './record-extensions.js';
import type { StrategyName, StrategyTypes } from './strategy-types.js';

/** What extensions do in another way than the calendar. */
@Injectable()
export class Strategies {
  readonly #known = new Map<StrategyName, unknown>();

  constructor(
    @Inject(EXTENSIONS) private readonly extensions: RecordExtensions,
    private readonly modules: ModuleRef,
  ) {}

  /** The strategy of an extension; undefined where the calendar does what it always does. */
  use<Name extends StrategyName>(name: Name): StrategyTypes[Name] | undefined {
    if (!this.#known.has(name)) {
      const type = this.extensions.strategies[name];
      this.#known.set(name, type && this.modules.get<unknown>(type, { strict: false }));
    }
    return this.#known.get(name) as StrategyTypes[Name] | undefined;
  }
}
