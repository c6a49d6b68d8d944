import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { OperatorError } from '../kernel/errors/operator-error.js';
import { declaredRoutes, type DeclaredRoute } from '../http/routes/declared-routes.js';

/** Lets no application start in which two controllers serve the same address: which one would be asked is chance. */
@Injectable()
export class RouteClashes implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const routes = [...declaredRoutes(this.discovery, this.scanner)];
    const clashes = routes.flatMap((route, index) =>
      routes.slice(index + 1).flatMap((other) => (clash(route, other) ? [[route, other] as const] : [])),
    );
    if (clashes.length === 0) return;
    const faults = clashes.map(([route, other]) => ({
      of: `${route.method} ${route.path}`,
      text: { key: 'extensions.same_route', args: { first: nameOf(route), second: nameOf(other) } },
    }));
    throw new OperatorError({ key: 'extensions.unusable' }, faults);
  }
}

const nameOf = ({ controller, name }: DeclaredRoute): string => `${controller.name}.${name}`;

const clash = (route: DeclaredRoute, other: DeclaredRoute): boolean =>
  route.controller !== other.controller &&
  route.method === other.method &&
  (isOurs(route) || isOurs(other)) &&
  overlap(route.path, other.path);

/** What stands beside the interface in an application of somebody else's is that application's business. */
const isOurs = ({ path }: DeclaredRoute): boolean => /^\/(calendar|docs|health)(\/|$)/.test(path);

/** Whether there is an address that both paths serve: `:id` is digits, any other parameter whatever there is. */
export function overlap(path: string, other: string): boolean {
  const [segments, others] = [path, other].map((each) => each.split('/')) as [string[], string[]];
  return segments.length === others.length && segments.every((segment, index) => alike(segment, others[index] ?? ''));
}

function alike(segment: string, other: string): boolean {
  if (segment === other) return true;
  if (segment.startsWith(':')) return segment !== ':id' || other.startsWith(':') || /^\d+$/.test(other);
  return other.startsWith(':') && alike(other, segment);
}
