import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** One method of a controller that serves an address, as its decorators say. */
export interface DeclaredRoute {
  readonly controller: Type;
  /** Name of the method. */
  readonly name: string;
  /** The method itself, which carries what its decorators have noted. */
  readonly handler: () => unknown;
  /** As declared, such as `/calendar/events/v1/events/:id`. */
  readonly path: string;
  /** `GET`, `POST`, … */
  readonly method: string;
}

/** Every address that the controllers of the application serve, whatever module they belong to. */
export function* declaredRoutes(discovery: DiscoveryService, scanner: MetadataScanner): Generator<DeclaredRoute> {
  for (const { instance, metatype } of discovery.getControllers()) {
    if (!instance || !metatype) continue;
    const controller = metatype as Type;
    const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name] as () => unknown;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) continue;
      for (const base of pathsOf(controller)) {
        for (const rest of pathsOf(handler))
          yield { controller, name, handler, path: joinPaths(base, rest), method: RequestMethod[method] };
      }
    }
  }
}

function pathsOf(target: object): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return [path ?? ''].flat();
}

function joinPaths(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}
