import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { assertLasting } from '../extension-points/lasting-provider.js';

/** A method of a provider, and what a decorator has said of it. */
interface DecoratedMethod<Said> {
  /** `Newsletter.tell` */
  readonly name: string;
  readonly said: Said;
  readonly call: (...args: readonly unknown[]) => unknown;
}

/**
 * The methods of all providers and controllers that a decorator has marked with metadata of this key.
 * @throws {OperatorError} where one is made anew for every request
 */
export function methodsWith<Said>(
  key: symbol,
  discovery: DiscoveryService,
  scanner: MetadataScanner,
): DecoratedMethod<Said>[] {
  const seen = new Set<unknown>();
  return [...discovery.getProviders(), ...discovery.getControllers()].flatMap((wrapper) => {
    const instance = wrapper.instance as Record<string, (...args: readonly unknown[]) => unknown> | null | undefined;
    const prototype = instance && typeof instance === 'object' && (Object.getPrototypeOf(instance) as object | null);
    // What is provided under several tokens is one all the same.
    if (!prototype || prototype === Object.prototype || seen.has(instance)) return [];
    seen.add(instance);
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method: unknown = (prototype as Record<string, unknown>)[name];
      const said = typeof method === 'function' ? (Reflect.getMetadata(key, method) as Said | undefined) : undefined;
      if (said === undefined) return [];
      assertLasting(wrapper);
      return [{ name: `${prototype.constructor.name}.${name}`, said, call: (...args) => instance[name]?.(...args) }];
    });
  });
}
