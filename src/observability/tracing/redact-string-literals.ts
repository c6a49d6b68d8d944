/** String constants of PostgreSQL: `'…'` with doubled quotes, `E'…'` with escapes, `$tag$…$tag$`. */
const STRING_LITERALS = /\bE'(?:\\.|''|[^'\\])*'?|'(?:''|[^'])*'?|\$([a-z_]*)\$[^]*?(?:\$\1\$|$)/gi;

/**
 * Replaces the string constants of a statement. MikroORM inlines values into the statements of a flush.
 * @see https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-CONSTANTS
 */
export const redactStringLiterals = (statement: string): string => statement.replaceAll(STRING_LITERALS, "'*'");
