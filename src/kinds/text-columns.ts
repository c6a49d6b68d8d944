import { collectTexts } from '../kernel/text/collect-texts.js';
import { fold } from '../kernel/text/fold.js';

/** An entity or an input with these optional text columns. */
type WithTexts<Column extends string> = { [Name in Column]?: string | null | undefined };

/** Names of columns with the alias of their table, for a select. */
export const qualifiedColumns = <const Alias extends string, Column extends string>(
  alias: Alias,
  columns: readonly Column[],
) => columns.map((column) => `${alias}.${column}` as const);

/** Writes the input into an entity: `undefined` keeps a column, null and an empty text clear it. */
export function applyTextColumns<Column extends string>(
  columns: readonly Column[],
  entity: WithTexts<Column>,
  input: Readonly<WithTexts<Column>>,
): void {
  for (const column of columns) if (input[column] !== undefined) entity[column] = input[column] || null;
}

/** The folded texts that a search looks into: those of the columns, and those in custom fields. */
export function foldedSearchText<Column extends string>(
  columns: readonly Column[],
  entity: Readonly<WithTexts<Column>> & { readonly customFields?: object },
): string {
  const texts = columns.map((column) => entity[column]);
  return fold([...texts, ...collectTexts(entity.customFields)].filter(Boolean).join('\n'));
}
