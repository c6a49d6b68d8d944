import type { TestCalendar } from '../calendar/test-calendar.js';
import { KINDS, type Kind } from '../records/kinds.js';

/** One method of one path of the API. */
export interface Operation {
  readonly method: string;
  /** As in the API document: `/calendar/events/v1/events/{id}`. */
  readonly path: string;
  /** Kind of its records, if any. */
  readonly kind: Kind | undefined;
}

/** Every operation of the API, as routed. */
export function operationsOf(calendar: TestCalendar): Operation[] {
  const routes = calendar.routes.filter(({ path }) => path.startsWith('/calendar/'));
  return routes.flatMap(({ path, methods }) =>
    methods.map((method) => ({
      method,
      path: path.replace(/:(\w+)/g, '{$1}'),
      kind: KINDS.find((kind) => path.startsWith(`/calendar/events/v1/${kind.path}`)),
    })),
  );
}
