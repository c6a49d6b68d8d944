/** A text within a statement: `'…'` with quotes doubled, `E'…'` with escapes, `$tag$…$tag$`. */
const STRING_LITERALS = /\bE'(?:\\.|''|[^'\\])*'?|'(?:''|[^'])*'?|\$([a-z_]*)\$[^]*?(?:\$\1\$|$)/gi;

/**
 * A statement without the texts in it: MikroORM writes values into those of a flush.
 * @see https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-CONSTANTS
 */
export const redactLiterals = (statement: string): string => statement.replaceAll(STRING_LITERALS, "'*'");
