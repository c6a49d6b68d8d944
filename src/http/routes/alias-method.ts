import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';

/**
 * Adds a handler that calls another one, with the same decorators and parameters but another HTTP method.
 * @param verb route decorator of Nest, such as `Put()`
 */
export function addAliasHandler(target: object, key: string, suffix: string, verb: MethodDecorator): void {
  const original = (target as Record<string, (...args: unknown[]) => unknown>)[key];
  const name = `${key}${suffix}`;
  if (!original) throw new Error(`${key} is not a method`);
  const copy = {
    [name](this: unknown, ...args: unknown[]) {
      return original.apply(this, args);
    },
  }[name] as object;
  for (const metadata of Reflect.getMetadataKeys(original)) {
    Reflect.defineMetadata(metadata, Reflect.getMetadata(metadata, original), copy);
  }
  Reflect.deleteMetadata(METHOD_METADATA, copy);
  Object.defineProperty(target, name, { value: copy, writable: true, configurable: true });
  for (const metadata of Reflect.getMetadataKeys(target, key)) {
    Reflect.defineMetadata(metadata, Reflect.getMetadata(metadata, target, key), target, name);
  }
  const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key);
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, parameters, target.constructor, name);
  const descriptor = Object.getOwnPropertyDescriptor(target, name) as PropertyDescriptor;
  verb(target, name, descriptor);
}
