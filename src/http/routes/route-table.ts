import { Injectable, RequestMethod, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { parameterTypes } from '../../kernel/schema/collect-extensible-classes.js';
import { fieldsOf } from '../../kernel/schema/field.js';

export interface DeclaredRoute {
  readonly controller: Type;
  /** Name of the handler. */
  readonly name: string;
  readonly handler: () => unknown;
  /** Such as `/calendar/events/v1/events/:id`. */
  readonly path: string;
  readonly method: string;
}

export interface Route {
  /** Such as `/calendar/events/v1/events/:id`. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<string>;
  /** Names of the parameters of all methods. */
  readonly parameters: ReadonlySet<string>;
}

/**
 * All routes, read from the decorators of the controllers. Before authentication, it distinguishes an unknown path (404) from an
 * unsupported method (405). `:id` matches digits, other path parameters match one segment.
 */
@Injectable()
export class RouteTable implements OnModuleInit {
  routes: readonly Route[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const byPath = Map.groupBy(this.declared(), ({ path }) => path);
    this.routes = [...byPath].map(([path, declared]) => {
      const methods = declared.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const parameters = declared.flatMap(({ controller, name }) =>
        parameterTypes(controller.prototype as object, name).flatMap((dto) => fieldsOf(dto).map((field) => field.name)),
      );
      return { path, pattern: patternOf(path), methods: new Set(methods), parameters: new Set(parameters) };
    });
  }

  /** The routes of all controllers, whatever their module. */
  declared(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      const names = this.scanner.getAllMethodNames(prototype);
      return names.flatMap((name) => routesOf(metatype as Type, name, prototype[name] as () => unknown));
    });
  }

  /** The route of a path without trailing slash. */
  find(path: string): Route | undefined {
    return this.routes.find(({ pattern }) => pattern.test(path));
  }
}

function routesOf(controller: Type, name: string, handler: () => unknown): DeclaredRoute[] {
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (method === undefined) return [];
  const paths = pathsOf(controller).flatMap((base) => pathsOf(handler).map((rest) => joinPaths(base, rest)));
  return paths.map((path) => ({ controller, name, handler, path, method: RequestMethod[method] }));
}

function pathsOf(target: object): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return [path ?? ''].flat();
}

const joinPaths = (base: string, rest: string): string => `/${`${base}/${rest}`.split('/').filter(Boolean).join('/')}`;

function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/:(\w+)/g, (_match, name: string) => (name === 'id' ? String.raw`\d+` : '[^/]+'));
  return new RegExp(`^${source}$`);
}
