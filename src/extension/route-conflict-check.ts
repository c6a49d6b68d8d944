import { Injectable, type OnModuleInit } from '@nestjs/common';
import { extensionError } from '../kernel/errors/setup-error.js';
import { RouteTable, type DeclaredRoute } from '../http/routes/route-table.js';

/** Lets no application start in which two controllers serve the same address: which one would be asked is chance. */
@Injectable()
export class RouteConflictCheck implements OnModuleInit {
  constructor(private readonly routeTable: RouteTable) {}

  onModuleInit(): void {
    const routes = this.routeTable.declared();
    const conflicts = routes.flatMap((route, index) =>
      routes.slice(index + 1).flatMap((other) => (isConflict(route, other) ? [[route, other] as const] : [])),
    );
    if (conflicts.length === 0) return;
    const issues = conflicts.map(([route, other]) => ({
      subject: `${route.method} ${route.path}`,
      text: `is served by ${handlerNameOf(route)} and by ${handlerNameOf(other)}. Change the path of one.`,
    }));
    throw extensionError(issues);
  }
}

const handlerNameOf = ({ controller, name }: DeclaredRoute): string => `${controller.name}.${name}`;

const isConflict = (route: DeclaredRoute, other: DeclaredRoute): boolean =>
  route.controller !== other.controller &&
  route.method === other.method &&
  (isCalendarRoute(route) || isCalendarRoute(other)) &&
  pathsOverlap(route.path, other.path);

/** What stands beside the interface in an application of somebody else's is that application's business. */
const isCalendarRoute = ({ path }: DeclaredRoute): boolean => /^\/(calendar|docs|health)(\/|$)/.test(path);

/** Whether there is an address that both paths serve: `:id` is digits, any other parameter whatever there is. */
export function pathsOverlap(path: string, other: string): boolean {
  const [segments, others] = [path, other].map((each) => each.split('/')) as [string[], string[]];
  return (
    segments.length === others.length &&
    segments.every((segment, index) => segmentsOverlap(segment, others[index] ?? ''))
  );
}

function segmentsOverlap(segment: string, other: string): boolean {
  if (segment === other) return true;
  if (segment.startsWith(':')) return segment !== ':id' || other.startsWith(':') || /^\d+$/.test(other);
  return other.startsWith(':') && segmentsOverlap(other, segment);
}
