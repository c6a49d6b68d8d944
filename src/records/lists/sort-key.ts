import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
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
  readonly of?: string;
  /** How a value of it is written down in an `after`, and read back. */
  readonly type: 'timestamptz' | 'text' | 'bigint';
}

/** By what a list can be ordered, by the name of `orderby`; `usually` is the direction where the request names none. */
export type SortKeys<Name extends string> = Readonly<
  Record<Name, Omit<SortKey, 'name' | 'direction'> & { readonly usually?: Direction }>
>;

/** The order that a request asks for. */
export function chosenOrder<Name extends string>(
  keys: SortKeys<Name> & SortKeys<string>,
  { orderby, order }: { readonly orderby: Name; readonly order?: Direction },
): SortKey {
  const { usually = 'asc', ...key } = keys[orderby];
  return { ...key, name: orderby, direction: order ?? usually };
}

/** Where a walk through a list stands: after the record with this sort value and id. */
export interface Position {
  /** The list and the order it stands in. */
  readonly key: string;
  readonly value: string;
  readonly id: number;
}

/**
 * What numbers can be, so that every position that is taken is one for PostgreSQL, too. Instants travel as whole microseconds since 1970;
 * what is within some minutes of the last that it can hold would be rounded beyond that.
 */
const RANGES = {
  bigint: [-(2n ** 63n), 2n ** 63n - 1n],
  timestamptz: [-210_866_803_000_000_000n, 9_223_371_331_000_000_000n],
} as const;

/** Whether a text is a value of a type, as it is written down in a position. */
function isValue(text: string, type: SortKey['type']): boolean {
  if (type === 'text') return !text.includes('\u0000');
  if (type === 'timestamptz' && /^-?infinity$/.test(text)) return true;
  const [least, most] = RANGES[type];
  return /^-?\d{1,19}$/.test(text) && BigInt(text) >= least && BigInt(text) <= most;
}

/** The sort value of a row, as it is written down in a position. */
export function sortValue({ expression, type }: SortKey): RawBuilder<string> {
  if (type !== 'timestamptz') return sql<string>`cast(${expression} as text)`;
  return sql<string>`case when isfinite(${expression})
    then cast(cast(extract(epoch from ${expression}) * 1000000 as bigint) as text) else cast(${expression} as text) end`;
}

/** The opaque text of a position. */
export function encodePosition({ key, value, id }: Position): string {
  return Buffer.from(JSON.stringify([key, value, id])).toString('base64url');
}

/** Reads a position back, `undefined` where it is none of this key. */
export function decodePosition(text: string, wanted: string, type: SortKey['type']): Position | undefined {
  try {
    const [key, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const fits = key === wanted && typeof value === 'string' && isValue(value, type);
    return fits && Number.isSafeInteger(id) ? { key: wanted, value, id: id as number } : undefined;
  } catch {
    return undefined;
  }
}

/** The condition that a row stands behind a position. */
export function isAfter(sort: SortKey, id: Expression<number>, { value, id: last }: Position): RawBuilder<SqlBool> {
  const operator = sql.raw(sort.direction === 'asc' ? '>' : '<');
  const given =
    sort.type === 'timestamptz' && !value.endsWith('infinity')
      ? sql`timestamptz 'epoch' + cast(${value} as bigint) * interval '1 microsecond'`
      : sql`cast(${value} as ${sql.raw(sort.type)})`;
  return sql<SqlBool>`(${sort.expression}, ${id}) ${operator} (${given}, ${last})`;
}
