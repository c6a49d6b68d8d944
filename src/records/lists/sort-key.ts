import type { Expression } from 'kysely';
import type { SortDirection } from '../../kernel/schema/sort-direction.js';

/** By what a list is ordered, before the closing `id`. */
export interface SortKey {
  readonly name: string;
  readonly direction: SortDirection;
  /** What is compared. Never null: the position in the list could not be told. */
  readonly expression: Expression<unknown>;
  /** The record's id where the index of that expression has it; by default that of the record's own row. */
  readonly id?: Expression<number>;
  /** What else the order depends on, such as a language: a position in it is none in another. */
  readonly variant?: string;
  /** How a value of it is written down in an `after`, and read back. */
  readonly type: 'timestamptz' | 'text' | 'bigint';
}

/** The sort keys of a list, by value of `orderby`. `defaultDirection` applies if the request has no `order`. */
export type SortKeys<Name extends string> = Readonly<
  Record<Name, Omit<SortKey, 'name' | 'direction'> & { readonly defaultDirection?: SortDirection }>
>;

/** The order that a request asks for. */
export function resolveSort<Name extends string>(
  keys: SortKeys<Name> & SortKeys<string>,
  { orderby, order }: { readonly orderby: Name; readonly order?: SortDirection },
): SortKey {
  const { defaultDirection = 'asc', ...key } = keys[orderby];
  return { ...key, name: orderby, direction: order ?? defaultDirection };
}
