import { KINDS, type Kind } from './records/kinds.js';
import type { ServedRoute } from './calendar/open-calendar.js';

/** Operation of a route on the records of a kind. */
interface RecordOperation {
  readonly kind: Kind;
  readonly verb: 'list' | 'create' | 'read' | 'update' | 'remove';
  readonly by?: 'id' | 'slug';
  readonly method: string;
}

/** Access level of a route outside the five resources. */
type AccessLevel = 'everybody' | 'known' | 'administrator';

interface RestrictedRoute {
  readonly access: AccessLevel;
  readonly method: string;
  readonly path: string;
}

/** Access levels of routes outside the five resources (8.3 and 10). The first match applies. */
const ACCESS_RULES: readonly (readonly [path: RegExp, gate: AccessLevel])[] = [
  [/^\/calendar\/events\/v1(\/doc)?$/, 'everybody'],
  [/^\/health\/(live|ready)$/, 'everybody'],
  [/^\/(docs(\/.*)?)?$/, 'everybody'],
  // Users manage their own tokens.
  [/^\/calendar\/admin\/v1\/(me|tokens)(\/|$)/, 'known'],
  [/^\/calendar\/admin\/v1(\/|$)/, 'administrator'],
];

const ADDRESSES = { '': undefined, '/:id': 'id', '/by-slug/:slug': 'slug' } as const;

/**
 * Groups all routes by the operation on a kind or by access level.
 * @throws {Error} for a route without an access rule
 */
export function operationsByAccess(routes: readonly ServedRoute[]): {
  records: RecordOperation[];
  gated: RestrictedRoute[];
} {
  const records: RecordOperation[] = [];
  const gated: RestrictedRoute[] = [];
  for (const { path, methods } of routes) {
    for (const method of methods) {
      const gate = ACCESS_RULES.find(([pattern]) => pattern.test(path))?.[1];
      if (gate) gated.push({ access: gate, method, path });
      else records.push(operationOf(path, method));
    }
  }
  return { records, gated };
}

function operationOf(path: string, method: string): RecordOperation {
  const [, name, address = ''] = /^\/calendar\/events\/v1\/(\w+)(\/.*)?$/.exec(path) ?? [];
  const kind = KINDS.find((each) => each.path === name);
  if (!kind || !(address in ADDRESSES)) throw new Error(`Nobody says who may ${method} ${path}`);
  const by = ADDRESSES[address as keyof typeof ADDRESSES];
  const isRead = method === 'GET' || method === 'HEAD';
  if (!by) return { kind, verb: isRead ? 'list' : 'create', method };
  return { kind, by, method, verb: isRead ? 'read' : method === 'DELETE' ? 'remove' : 'update' };
}
