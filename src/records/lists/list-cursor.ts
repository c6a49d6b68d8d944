import type { Cursor } from './list-statements.js';
import type { SortKey } from './sort-key.js';

/**
 * The sort values that PostgreSQL can represent. Timestamps are whole microseconds since 1970. At both ends, their range is some minutes
 * shorter than PostgreSQL's, because the conversion rounds.
 */
const SORT_VALUE_RANGES = {
  bigint: [-(2n ** 63n), 2n ** 63n - 1n],
  timestamptz: [-210_866_803_000_000_000n, 9_223_371_331_000_000_000n],
} as const;

/** Whether a text is a sort value of this type, in the form that `sortValueSql` gives it. */
function isCursorValue(text: string, type: SortKey['type']): boolean {
  if (type === 'text') return !text.includes('\u0000');
  if (type === 'timestamptz' && /^-?infinity$/.test(text)) return true;
  const [min, max] = SORT_VALUE_RANGES[type];
  return /^-?\d{1,19}$/.test(text) && BigInt(text) >= min && BigInt(text) <= max;
}

export function encodeCursor({ listKey, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([listKey, value, id])).toString('base64url');
}

/** @returns undefined if the text is not a cursor of this list */
export function decodeCursor(text: string, listKey: string, type: SortKey['type']): Cursor | undefined {
  try {
    const [key, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isValid = key === listKey && typeof value === 'string' && isCursorValue(value, type);
    return isValid && Number.isSafeInteger(id) ? { listKey, value, id: id as number } : undefined;
  } catch {
    return undefined;
  }
}
