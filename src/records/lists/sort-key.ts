import type { Expression } from 'kysely';
import type { Direction } from '../../kernel/schema/direction.js';

/** By what a list is ordered, before the closing `id`. */
export interface SortKey {
  readonly name: string;
  readonly direction: Direction;
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
  Record<Name, Omit<SortKey, 'name' | 'direction'> & { readonly defaultDirection?: Direction }>
>;

/** The order that a request asks for. */
export function resolveSort<Name extends string>(
  keys: SortKeys<Name> & SortKeys<string>,
  { orderby, order }: { readonly orderby: Name; readonly order?: Direction },
): SortKey {
  const { defaultDirection = 'asc', ...key } = keys[orderby];
  return { ...key, name: orderby, direction: order ?? defaultDirection };
}

/** Where a walk through a list stands: after the record with this sort value and id. */
export interface Cursor {
  /** The list and the order it stands in. */
  readonly listKey: string;
  readonly value: string;
  readonly id: number;
}

/**
 * What numbers can be, so that every position that is taken is one for PostgreSQL, too. Instants travel as whole microseconds since 1970;
 * what is within some minutes of the last that it can hold would be rounded beyond that.
 */
const VALUE_RANGES = {
  bigint: [-(2n ** 63n), 2n ** 63n - 1n],
  timestamptz: [-210_866_803_000_000_000n, 9_223_371_331_000_000_000n],
} as const;

/** Whether a text is a value of a type, as it is written down in a position. */
function isCursorValue(text: string, type: SortKey['type']): boolean {
  if (type === 'text') return !text.includes('\u0000');
  if (type === 'timestamptz' && /^-?infinity$/.test(text)) return true;
  const [min, max] = VALUE_RANGES[type];
  return /^-?\d{1,19}$/.test(text) && BigInt(text) >= min && BigInt(text) <= max;
}

/** The opaque text of a position. */
export function encodeCursor({ listKey, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([listKey, value, id])).toString('base64url');
}

/** Reads a position back, `undefined` where it is none of this key. */
export function decodeCursor(text: string, listKey: string, type: SortKey['type']): Cursor | undefined {
  try {
    const [key, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isValid = key === listKey && typeof value === 'string' && isCursorValue(value, type);
    return isValid && Number.isSafeInteger(id) ? { listKey, value, id: id as number } : undefined;
  } catch {
    return undefined;
  }
}
