import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { declaredRoutes, type DeclaredRoute } from './declared-routes.js';

/** One address and the methods it serves. */
export interface Route {
  /** As declared, such as `/calendar/events/v1/events/:id`. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<string>;
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
    const methods = new Map<string, Set<string>>();
    for (const { path, method } of this.declared()) {
      const served = methods.get(path) ?? new Set<string>();
      served.add(method);
      if (method === 'GET') served.add('HEAD');
      methods.set(path, served);
    }
    this.routes = [...methods].map(([path, served]) => ({ path, pattern: patternOf(path), methods: served }));
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

function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/:(\w+)/g, (_match, name: string) => (name === 'id' ? String.raw`\d+` : '[^/]+'));
  return new RegExp(`^${source}$`);
}
