import type { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A method of a provider, and what a decorator has said of it. */
interface DecoratedMethod<Said> {
  /** `Newsletter.tell` */
  readonly name: string;
  readonly said: Said;
  readonly call: (...args: readonly unknown[]) => unknown;
}

/** The methods of all providers and controllers that a decorator has marked with metadata of this key. */
export function methodsWith<Said>(
  key: symbol,
  discovery: DiscoveryService,
  scanner: MetadataScanner,
): DecoratedMethod<Said>[] {
  const seen = new Set<unknown>();
  return [...discovery.getProviders(), ...discovery.getControllers()].flatMap(({ instance, metatype }) => {
    const prototype = instance && (Object.getPrototypeOf(instance) as object | null);
    // What is provided under several tokens is one all the same.
    if (!prototype || !metatype || prototype === Object.prototype || seen.has(instance)) return [];
    seen.add(instance);
    const provider = instance as Record<string, (...args: readonly unknown[]) => unknown>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const said = Reflect.getMetadata(key, provider[name] as object) as Said | undefined;
      if (said === undefined) return [];
      return [{ name: `${prototype.constructor.name}.${name}`, said, call: (...args) => provider[name]?.(...args) }];
    });
  });
}
