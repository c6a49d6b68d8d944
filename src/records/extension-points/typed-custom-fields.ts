import { Inject, Injectable, type Type } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import { fieldsOf, type Field } from '../../kernel/schema/field.js';
import { MAX_LIST_VALUES } from '../../kernel/schema/limits.js';
import { isEmpty } from '../../kernel/schema/parsers.js';
import { collectTexts } from '../../kernel/text/collect-texts.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { customFieldsDeclarationOf } from './custom-fields.decorator.js';
import { EXTENSIONS_TOKEN, type ExtensionClasses } from './strategy-registry.js';

/** Reads values into a class of fields. Errors are by field. */
export type FieldsReader = (
  type: Type,
  values: ReadonlyMap<string, unknown>,
) => Promise<{ readonly dto: JsonObject; readonly errors: Readonly<Record<string, Message>> }>;

interface CustomFieldsResult {
  readonly values: JsonObject;
  /** By parameter: `custom_fields.level`. */
  readonly errors: Readonly<Record<string, Message>>;
}

/** The custom fields that extensions declare. */
@Injectable()
export class TypedCustomFields {
  constructor(@Inject(EXTENSIONS_TOKEN) private readonly extensions: ExtensionClasses) {}

  /** All classes with `@CustomFields`. */
  get classes(): readonly Type[] {
    return this.extensions.customFields;
  }

  classesOf(kind: RecordKind): readonly Type[] {
    return this.classes.filter((type) => customFieldsDeclarationOf(type)?.kind === kind);
  }

  /** The custom fields that are filters of the list of a kind. */
  filtersOf(kind: RecordKind): readonly Field[] {
    return this.classesOf(kind).flatMap(filterFieldsOf);
  }

  /**
   * Reads `custom_fields` of a create or update: declared members by their types, others unchanged. Declared members
   * that are null are left out.
   * @param isUpdate in an update, empty values count as not sent; see {@link assertRequiredKept}
   */
  async readInput(
    kind: RecordKind,
    input: JsonObject,
    isUpdate: boolean,
    readFields: FieldsReader,
  ): Promise<CustomFieldsResult> {
    const values: Record<string, unknown> = { ...input };
    const errors: Record<string, Message> = {};
    const isGiven = (name: string) => name in input && !(isUpdate && isEmpty(input[name]));
    for (const type of this.classesOf(kind)) {
      const names = fieldsOf(type).map(({ name }) => name);
      const read = await readFields(type, new Map(names.filter(isGiven).map((name) => [name, input[name]])));
      for (const name of names) {
        delete values[name];
        const value = read.dto[name];
        if (value !== undefined && value !== null) values[name] = value;
      }
      for (const [name, error] of Object.entries(read.errors)) errors[`custom_fields.${name}`] = error;
    }
    return { values, errors };
  }

  /**
   * Checks that an update does not remove a required field. Records that are older than the field may still lack it, so
   * that clients can send back what they have read.
   * @throws {ApiError} `invalid_parameter`
   */
  assertRequiredKept(kind: RecordKind, before: JsonObject, after: JsonObject): void {
    const required = this.classesOf(kind).flatMap((type) => fieldsOf(type).filter((field) => field.required));
    const removed = required.filter(({ name }) => name in before && !(name in after));
    if (removed.length > 0)
      throw parameterError(
        Object.fromEntries(removed.map(({ name }) => [`custom_fields.${name}`, { key: 'validation.empty' }])),
      );
  }

  /** Reads `custom_fields` of a list: one or several values per field, as a list or separated by commas. */
  async readFilters(kind: RecordKind, input: JsonObject, readFields: FieldsReader): Promise<CustomFieldsResult> {
    const values: Record<string, unknown> = {};
    const errors: Record<string, Message> = {};
    for (const type of this.classesOf(kind)) {
      for (const field of filterFieldsOf(type).filter(({ name }) => name in input)) {
        const read = await readFilter(type, field, input[field.name], readFields);
        if (read.error) errors[`custom_fields.${field.name}`] = read.error;
        else if (read.values.length > 0) values[field.name] = read.values;
      }
    }
    return { values, errors };
  }

  /** Names in `custom_fields` of a list that are no filters. */
  unknownFilters(kind: RecordKind, input: JsonObject): string[] {
    const known = new Set(this.filtersOf(kind).map(({ name }) => name));
    return Object.keys(input).filter((name) => !known.has(name));
  }

  /** `custom_fields` of a response. Declared members without a value are null. */
  toView(kind: RecordKind, stored: JsonObject): JsonObject {
    if (this.classes.length === 0) return stored;
    const names = this.classesOf(kind).flatMap((type) => fieldsOf(type).map(({ name }) => name));
    return { ...Object.fromEntries(names.map((name) => [name, null])), ...stored };
  }

  /** The conditions of a list for the filters that {@link readFilters} returned. `alias` is the alias of its table. */
  filterConditions(kind: RecordKind, values: JsonObject | undefined, alias: string): RawBuilder<SqlBool>[] {
    return this.filtersOf(kind).flatMap((field) => {
      const expected = values?.[field.name] as readonly unknown[] | undefined;
      if (!expected) return [];
      const literals = expected.map((each) => JSON.stringify(each));
      const member = sql`(${sql.ref(`${alias}.custom_fields`)} -> ${sql.lit(field.name)})`;
      const operator = isListField(field) ? sql`@>` : sql`=`;
      return [sql<SqlBool>`${member} ${operator} any (${literals}::jsonb[])`];
    });
  }

  searchableTexts(kind: RecordKind, values: JsonObject): string[] {
    return this.searchableNames(kind).flatMap((name) => collectTexts(values[name]));
  }

  hasSearchableFields(kind: RecordKind): boolean {
    return this.searchableNames(kind).length > 0;
  }

  private searchableNames(kind: RecordKind): string[] {
    return this.classesOf(kind).flatMap((type) => customFieldsDeclarationOf(type)?.searchable ?? []);
  }
}

const filterFieldsOf = (type: Type): Field[] =>
  fieldsOf(type).filter(({ name }) => customFieldsDeclarationOf(type)?.filters?.includes(name));

async function readFilter(type: Type, field: Field, input: unknown, readFields: FieldsReader) {
  const inputValues = filterValues(field, input);
  const values: unknown[] = [];
  let error: Message | undefined;
  if (inputValues.length > MAX_LIST_VALUES)
    return { values, error: { key: 'validation.too_many_values', args: { max: MAX_LIST_VALUES } } };
  for (const each of inputValues) {
    const { dto, errors } = await readFields(type, new Map([[field.name, each]]));
    error = errors[field.name] ?? error;
    values.push(...[dto[field.name] ?? []].flat());
  }
  return { values, error };
}

export const isListField = ({ schema }: Pick<Field, 'schema'>): boolean =>
  (schema as { type?: unknown }).type === 'array';

/** The values of a filter. Free texts can contain commas, so only other values are split. Empty values are left out. */
function filterValues({ schema }: Field, input: unknown): unknown[] {
  const { type, enum: allowedValues } = schema as { type?: unknown; enum?: unknown };
  const isFree = type === 'string' && allowedValues === undefined;
  const all: unknown[] = [input].flat();
  const split = isFree ? all : all.flatMap((each) => (typeof each === 'string' ? each.split(',') : [each]));
  return split.map((each) => (typeof each === 'string' ? each.trim() : each)).filter((each) => each !== '');
}
