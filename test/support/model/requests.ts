import type { KindName, ModelContext } from './model-state.js';

/** Where a record stands. */
export type Address = { readonly id: number } | { readonly slug: string };

export type Fields = Readonly<Record<string, unknown>>;

/** A request as the model reads it. */
export interface ModelRequest extends ModelContext {
  readonly verb: 'create' | 'update' | 'remove' | 'read' | 'list';
  readonly kind: KindName;
  readonly address: Address;
  /** The JSON body of a write. */
  readonly fields: Fields;
  /** The query, but for the language. */
  readonly query: Readonly<Record<string, string>>;
}

/** A text that was sent, or nothing. */
export const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);

/** What the kinds call their required text. */
export const TITLE_FIELDS = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
} as const;
