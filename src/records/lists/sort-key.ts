import type { Expression } from 'kysely';
import type { SortDirection } from '../../kernel/schema/fields.js';

/** The order of a list. Rows with equal values are ordered by id. */
export interface SortKey {
  readonly name: string;
  readonly direction: SortDirection;
  /** Never null, because a cursor cannot hold null. */
  readonly expression: Expression<unknown>;
  /** The id column of the index on `expression`. Default: the id of the root table. */
  readonly id?: Expression<number>;
  /** What else the order depends on, such as a language. Cursors of another variant are refused. */
  readonly variant?: string;
  /** The type of the value in a cursor. */
  readonly type: 'timestamptz' | 'text' | 'bigint';
}

/** The sort keys of a list, by value of `orderby`. `defaultDirection` applies if the request has no `order`. */
export type SortKeys<Name extends string> = Readonly<
  Record<Name, Omit<SortKey, 'name' | 'direction'> & { readonly defaultDirection?: SortDirection }>
>;

/** Resolves the parameters `orderby` and `order`. */
export function resolveSort<Name extends string>(
  keys: SortKeys<Name> & SortKeys<string>,
  { orderby, order }: { readonly orderby: Name; readonly order?: SortDirection },
): SortKey {
  const { defaultDirection = 'asc', ...key } = keys[orderby];
  return { ...key, name: orderby, direction: order ?? defaultDirection };
}
