import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { assertSingleton } from '../extension-points/assert-singleton.js';

/** A method of a provider, and what a decorator has said of it. */
interface DecoratedMethod<Metadata> {
  /** `Newsletter.tell` */
  readonly name: string;
  readonly metadata: Metadata;
  readonly call: (...args: readonly unknown[]) => unknown;
}

/**
 * The methods of all providers and controllers that a decorator has marked with metadata of this key.
 * @throws {SetupError} where one is made anew for every request
 */
export function findDecoratedMethods<Metadata>(
  key: symbol,
  discovery: DiscoveryService,
  scanner: MetadataScanner,
): DecoratedMethod<Metadata>[] {
  const seen = new Set<unknown>();
  return [...discovery.getProviders(), ...discovery.getControllers()].flatMap((wrapper) => {
    const instance = wrapper.instance as Record<string, (...args: readonly unknown[]) => unknown> | null | undefined;
    const prototype = instance && typeof instance === 'object' && (Object.getPrototypeOf(instance) as object | null);
    // What is provided under several tokens is one all the same.
    if (!prototype || prototype === Object.prototype || seen.has(instance)) return [];
    seen.add(instance);
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method: unknown = (prototype as Record<string, unknown>)[name];
      const metadata =
        typeof method === 'function' ? (Reflect.getMetadata(key, method) as Metadata | undefined) : undefined;
      if (metadata === undefined) return [];
      assertSingleton(wrapper);
      return [
        { name: `${prototype.constructor.name}.${name}`, metadata, call: (...args) => instance[name]?.(...args) },
      ];
    });
  });
}
