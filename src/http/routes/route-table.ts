import { Injectable, RequestMethod, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { parameterTypes } from '../../kernel/schema/collect-extensible-classes.js';
import { fieldsOf } from '../../kernel/schema/field.js';
import { declaredAlternate, type Alternate } from './alternate.decorator.js';

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
  /** DTOs of the parameters of all methods. */
  readonly parameterTypes: readonly Type[];
  /** Names of these parameters, without those of extensions. */
  readonly parameters: ReadonlySet<string>;
  /** Other representations, which have routes of their own. */
  readonly alternates: readonly Alternate[];
}

/**
 * All routes, read from the decorators of the controllers. Before authentication, it distinguishes an unknown path (404) from an
 * unsupported method (405). `:id` matches digits, other path parameters match one segment.
 */
@Injectable()
export class RouteTable implements OnModuleInit {
  routes: readonly Route[] = [];
  private byDeclaredPath: ReadonlyMap<string, Route> = new Map();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const all = this.declared();
    const byPath = Map.groupBy(all, ({ path }) => path);
    const alternatesOf = (path: string) =>
      all.flatMap((route) => {
        const alternate = declaredAlternate(route.handler);
        return alternate && route.path === path + alternate.suffix ? [alternate] : [];
      });
    this.routes = [...byPath].map(([path, declared]) => {
      const methods = declared.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const types = declared.flatMap(({ controller, name }) => parameterTypes(controller.prototype as object, name));
      const parameters = types.flatMap((dto) => fieldsOf(dto).map((field) => field.name));
      return {
        path,
        pattern: patternOf(path),
        methods: new Set(methods),
        parameterTypes: types,
        parameters: new Set(parameters),
        alternates: alternatesOf(path),
      };
    });
    this.byDeclaredPath = new Map(this.routes.map((route) => [route.path, route]));
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

  /** The route with this declared path, such as `/calendar/events/v1/events/:id`. */
  findDeclared(path: string = ''): Route | undefined {
    return this.byDeclaredPath.get(path);
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
