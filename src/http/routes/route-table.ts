import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { fieldsOf } from '../../kernel/schema/field.js';
import { declaredRoutes, type DeclaredRoute } from './declared-routes.js';

/** One address and the methods it serves. */
export interface Route {
  /** As declared, such as `/calendar/events/v1/events/:id`. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<string>;
  /** Names of the parameters of all its methods. */
  readonly parameters: ReadonlySet<string>;
}

/**
 * Every address the controllers serve, read from their decorators: it tells an unknown path from a known one with
 * another method before anything else is looked at. `:id` is digits only, other parameters are one segment.
 */
@Injectable()
export class RouteTable implements OnModuleInit {
  private routes: readonly Route[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const routes = new Map<string, { methods: Set<string>; parameters: Set<string> }>();
    for (const declared of this.declared()) {
      const { path, method } = declared;
      const route = routes.get(path) ?? { methods: new Set(), parameters: new Set() };
      route.methods.add(method);
      if (method === 'GET') route.methods.add('HEAD');
      for (const name of parameterNames(declared)) route.parameters.add(name);
      routes.set(path, route);
    }
    this.routes = [...routes].map(([path, route]) => ({ path, pattern: patternOf(path), ...route }));
  }

  /** The routes as their controllers declare them. */
  declared(): DeclaredRoute[] {
    return [...declaredRoutes(this.discovery, this.scanner)];
  }

  /** All routes, in the order in which they were declared. */
  all(): readonly Route[] {
    return this.routes;
  }

  /** The route of a path without trailing slash, `undefined` where nobody serves it. */
  find(path: string): Route | undefined {
    return this.routes.find(({ pattern }) => pattern.test(path));
  }
}

/** Names in the DTO of the handler's `@Fields()` argument. */
function parameterNames({ controller, name }: DeclaredRoute): string[] {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Type[];
  return types.flatMap((type) => fieldsOf(type)).map((field) => field.name);
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/:(\w+)/g, (_match, name: string) => (name === 'id' ? String.raw`\d+` : '[^/]+'));
  return new RegExp(`^${source}$`);
}
