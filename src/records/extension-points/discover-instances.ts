import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { extensionError } from '../../kernel/errors/setup-error.js';

type InstanceWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** The instances of classes in an application, each once, although several tokens can provide it. */
export function discoverInstances(discovery: DiscoveryService): [instance: object, wrapper: InstanceWrapper][] {
  const instances = new Map<object, InstanceWrapper>();
  for (const wrapper of [...discovery.getProviders(), ...discovery.getControllers()]) {
    const instance: unknown = wrapper.instance;
    if (instance === null || typeof instance !== 'object') continue;
    const prototype: unknown = Object.getPrototypeOf(instance);
    if (prototype && prototype !== Object.prototype && !instances.has(instance)) instances.set(instance, wrapper);
  }
  return [...instances];
}

/** @throws {SetupError} if Nest creates an instance of the class for every request */
export function assertNotRequestScoped(wrapper: InstanceWrapper): void {
  if (wrapper.isDependencyTreeStatic()) return;
  const subject = String(wrapper.metatype?.name ?? wrapper.name);
  throw extensionError([
    {
      subject,
      text: 'is request-scoped, which classes with @ExtendsRecord, @BeforeWrite or @OnChange cannot be. Read request data from the context argument.',
    },
  ]);
}

interface DecoratedMethod<Metadata> {
  /** Such as `Newsletter.send`. */
  readonly name: string;
  readonly metadata: Metadata;
  readonly call: (...args: readonly unknown[]) => unknown;
}

/** @throws {SetupError} if a class with such a method is request-scoped */
export function findDecoratedMethods<Metadata>(key: symbol, discovery: DiscoveryService): DecoratedMethod<Metadata>[] {
  const scanner = new MetadataScanner();
  return discoverInstances(discovery).flatMap(([object, wrapper]) => {
    const instance = object as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
    const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name];
      const metadata =
        typeof method === 'function' ? (Reflect.getMetadata(key, method) as Metadata | undefined) : undefined;
      if (metadata === undefined) return [];
      assertNotRequestScoped(wrapper);
      const call = (...args: readonly unknown[]) => instance[name]?.(...args);
      return [{ name: `${prototype.constructor.name}.${name}`, metadata, call }];
    });
  });
}
