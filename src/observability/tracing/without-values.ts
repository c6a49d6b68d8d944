/** A text within a statement: `'…'` with quotes doubled, `E'…'` with escapes, `$tag$…$tag$`. */
const TEXTS = /\bE'(?:\\.|''|[^'\\])*'?|'(?:''|[^'])*'?|\$([a-z_]*)\$[^]*?(?:\$\1\$|$)/gi;

/**
 * A statement without the texts in it: MikroORM writes values into those of a flush.
 * @see https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-CONSTANTS
 */
export const withoutValues = (statement: string): string => statement.replaceAll(TEXTS, "'*'");
