import { ArrayType } from '@mikro-orm/postgresql';

/**
 * Texts as `text[]`, whatever they hold: every one is quoted, so that `null` stays a text, and a line break is not taken
 * for the letter n, as with the library's own type.
 * @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
export class TextArrayType extends ArrayType {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map((text) => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
  }
}
