import { collectTexts } from '../kernel/text/collect-texts.js';
import { fold } from '../kernel/text/fold.js';

/** Optional text columns, which requests set by the same name, and the property of the entity for each. */
type TextColumns = Readonly<Record<string, string>>;

/** Names of columns with the alias of their table, for a select. */
export const aliasedColumns = <const Alias extends string, Columns extends TextColumns>(
  alias: Alias,
  columns: Columns,
) => Object.keys(columns).map((column) => `${alias}.${column}` as `${Alias}.${keyof Columns & string}`);

/** Writes the input into an entity: `undefined` keeps a column, null and an empty text clear it. */
export function applyTextColumns<Columns extends TextColumns>(
  columns: Columns,
  entity: { [Property in Columns[keyof Columns]]?: string | null | undefined },
  input: { readonly [Column in keyof Columns]?: string | null | undefined },
): void {
  for (const column of Object.keys(columns) as (keyof Columns)[])
    if (input[column] !== undefined) entity[columns[column] as Columns[keyof Columns]] = input[column] || null;
}

/** The folded texts that a search looks into: those of the columns, and those in custom fields. */
export function searchableTexts<Columns extends TextColumns>(
  columns: Columns,
  entity: { readonly [Property in Columns[keyof Columns]]?: string | null | undefined } & {
    readonly customFields?: object;
  },
): string {
  const texts = Object.values(columns).map((property) => entity[property as Columns[keyof Columns]]);
  return fold([...texts, ...collectTexts(entity.customFields)].filter(Boolean).join('\n'));
}
