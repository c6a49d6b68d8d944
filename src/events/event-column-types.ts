import { ArrayType, StringType } from '@mikro-orm/postgresql';

/** Wall clock time without a zone: `timestamp` in the database, a text here. A `Date` would give it a zone. */
export class LocalDateTimeType extends StringType {
  override getColumnType(): string {
    return 'timestamp(0)';
  }
}

/**
 * `text[]` that quotes every element. MikroORM's type stores the text `null` as null and a line break as the letter n.
 * @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
export class TextArrayType extends ArrayType {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map((text) => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
  }
}
