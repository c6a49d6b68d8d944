import { Injectable, type OnModuleInit } from '@nestjs/common';
import { extensionError } from '../../kernel/errors/setup-error.js';
import { declaredAlternate } from '../../http/routes/alternate.decorator.js';
import { RouteTable, type DeclaredRoute } from '../../http/routes/route-table.js';

/** Fails start-up if two controllers serve the same path. */
@Injectable()
export class RouteConflictCheck implements OnModuleInit {
  constructor(private readonly routeTable: RouteTable) {}

  onModuleInit(): void {
    const routes = this.routeTable.declared();
    const issues = routes.flatMap((route, index) =>
      routes
        .slice(index + 1)
        .filter((other) => isConflict(route, other))
        .map((other) => ({
          subject: `${route.method} ${route.path}`,
          text: `is served by ${handlerNameOf(route)} and by ${handlerNameOf(other)}. Change the path of one.`,
        })),
    );
    if (issues.length > 0) throw extensionError(issues);
  }
}

const handlerNameOf = ({ controller, name }: DeclaredRoute): string => `${controller.name}.${name}`;

const isConflict = (route: DeclaredRoute, other: DeclaredRoute): boolean =>
  route.controller !== other.controller &&
  route.method === other.method &&
  (isCalendarRoute(route) || isCalendarRoute(other)) &&
  (route.path === other.path || (pathsOverlap(route.path, other.path) && !isAlternate(route) && !isAlternate(other)));

/** The path of another format, such as `/events/:id.ics`, is registered before that of the resource, and wins. */
const isAlternate = ({ handler }: DeclaredRoute): boolean => declaredAlternate(handler) !== undefined;

/** Other routes belong to the application that the calendar is part of. */
const isCalendarRoute = ({ path }: DeclaredRoute): boolean => /^\/(calendar|docs|health)(\/|$)/.test(path);

/** Whether a URL can match both paths. `:id` matches digits, other parameters match anything. */
function pathsOverlap(path: string, other: string): boolean {
  const [segments, others] = [path.split('/'), other.split('/')];
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
