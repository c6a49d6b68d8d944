import type { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A method of a provider, and what a decorator has said of it. */
interface DecoratedMethod<Said> {
  /** `Newsletter.tell` */
  readonly name: string;
  readonly said: Said;
  readonly call: (...args: readonly unknown[]) => unknown;
}

/** The methods of all providers that a decorator has marked with metadata of this key. */
export function methodsWith<Said>(
  key: symbol,
  discovery: DiscoveryService,
  scanner: MetadataScanner,
): DecoratedMethod<Said>[] {
  return discovery.getProviders().flatMap(({ instance, metatype }) => {
    const prototype = instance && (Object.getPrototypeOf(instance) as object | null);
    if (!prototype || !metatype || prototype === Object.prototype) return [];
    const provider = instance as Record<string, (...args: readonly unknown[]) => unknown>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const said = Reflect.getMetadata(key, provider[name] as object) as Said | undefined;
      if (said === undefined) return [];
      return [{ name: `${metatype.name}.${name}`, said, call: (...args) => provider[name]?.(...args) }];
    });
  });
}
