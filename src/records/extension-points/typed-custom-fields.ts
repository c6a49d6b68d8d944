import { Inject, Injectable, type Type } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { EXTENSIONS_TOKEN, type ExtensionClasses } from './extension-classes.js';
import type { Message } from '../../kernel/language/message.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { collectTexts } from '../../kernel/text/collect-texts.js';
import { MAX_LIST_VALUES } from '../../kernel/schema/limits.js';
import { fieldsOf, type Field } from '../../kernel/schema/field.js';
import { customFieldsDeclarationOf } from './custom-fields.decorator.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';

/** Reads values into a class of fields, and tells what is wrong with them. */
export type FieldsReader = (
  type: Type,
  values: ReadonlyMap<string, unknown>,
) => Promise<{ readonly dto: JsonObject; readonly errors: Readonly<Record<string, Message>> }>;

/** What was read, and what is wrong with it, by the names of the members. */
interface CustomFieldsResult {
  readonly values: JsonObject;
  readonly errors: Readonly<Record<string, Message>>;
}

/** The custom fields that extensions declare: how they are read, served and looked for. */
@Injectable()
export class TypedCustomFields {
  constructor(@Inject(EXTENSIONS_TOKEN) private readonly extensions: ExtensionClasses) {}

  /** All classes that declare fields. */
  get classes(): readonly Type[] {
    return this.extensions.customFields;
  }

  /** The classes that declare fields of a kind. */
  classesOf(kind: RecordKind): readonly Type[] {
    return this.extensions.customFields.filter((type) => customFieldsDeclarationOf(type)?.kind === kind);
  }

  /** The fields that the list of a kind is filtered by. */
  filtersOf(kind: RecordKind): readonly Field[] {
    return this.classesOf(kind).flatMap((type) =>
      fieldsOf(type).filter(({ name }) => customFieldsDeclarationOf(type)?.filters?.includes(name)),
    );
  }

  /**
   * Reads what is sent as `custom_fields`: those that are declared by their types, all else as it is; null is none.
   * @param isUpdate whether a record is there already, see {@link assertRequiredKept}
   */
  async readInput(
    kind: RecordKind,
    input: JsonObject,
    isUpdate: boolean,
    readFields: FieldsReader,
  ): Promise<CustomFieldsResult> {
    const values: Record<string, unknown> = { ...input };
    const errors: Record<string, Message> = {};
    const isGiven = (name: string) => name in input && !(isUpdate && isEmptyValue(input[name]));
    for (const type of this.classesOf(kind)) {
      const names = fieldsOf(type).map(({ name }) => name);
      const own = await readFields(type, new Map(names.filter(isGiven).map((name) => [name, input[name]])));
      for (const name of names) {
        delete values[name];
        const value = own.dto[name];
        if (value !== undefined && value !== null) values[name] = value;
      }
      for (const [name, error] of Object.entries(own.errors)) errors[`custom_fields.${name}`] = error;
    }
    return { values, errors };
  }

  /**
   * What an update leaves of the custom fields of a record: those that are required are not taken away. A record that is older than
   * such a field may stay without it, so that what was read of it can be sent back.
   * @throws {ApiError} `invalid_parameter`
   */
  assertRequiredKept(kind: RecordKind, before: JsonObject, after: JsonObject): JsonObject {
    const required = this.classesOf(kind).flatMap((type) => fieldsOf(type).filter((field) => field.required));
    const removed = required.filter(({ name }) => name in before && !(name in after));
    if (removed.length > 0)
      throw parameterError(
        Object.fromEntries(removed.map(({ name }) => [`custom_fields.${name}`, { key: 'validation.empty' }])),
      );
    return after;
  }

  /** Reads what a list is filtered by: of each member one value or several, in a list or separated by commas. */
  async readFilters(kind: RecordKind, input: JsonObject, readFields: FieldsReader): Promise<CustomFieldsResult> {
    const values: Record<string, unknown> = {};
    const errors: Record<string, Message> = {};
    const known = new Set(this.filtersOf(kind).map(({ name }) => name));
    for (const type of this.classesOf(kind)) {
      for (const field of fieldsOf(type).filter(({ name }) => known.has(name) && name in input)) {
        const all: unknown[] = [];
        const inputValues = filterValues(field, input[field.name]);
        if (inputValues.length > MAX_LIST_VALUES) {
          errors[`custom_fields.${field.name}`] = {
            key: 'validation.too_many_values',
            args: { max: MAX_LIST_VALUES },
          };
          continue;
        }
        for (const each of inputValues) {
          const { dto, errors: memberErrors } = await readFields(type, new Map([[field.name, each]]));
          const error = memberErrors[field.name];
          if (error) errors[`custom_fields.${field.name}`] = error;
          else if (dto[field.name] !== undefined && dto[field.name] !== null) all.push(...[dto[field.name]].flat());
        }
        if (all.length > 0) values[field.name] = all;
      }
    }
    return { values, errors };
  }

  /** Names of members that a list is asked for and that nobody has declared. */
  unknownFilters(kind: RecordKind, input: JsonObject): string[] {
    const known = new Set(this.filtersOf(kind).map(({ name }) => name));
    return Object.keys(input).filter((name) => !known.has(name));
  }

  /** `custom_fields` as served: each that is declared is there, null where it has no value. */
  toView(kind: RecordKind, stored: JsonObject): JsonObject {
    if (this.classes.length === 0) return stored;
    const names = this.classesOf(kind).flatMap((type) => fieldsOf(type).map(({ name }) => name));
    return { ...Object.fromEntries(names.map((name) => [name, null])), ...stored };
  }

  /** The conditions that a list is filtered by, for the table of a kind by its alias. */
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

  /** What a search looks into, of the custom fields of a record. */
  searchableTexts(kind: RecordKind, values: JsonObject): string[] {
    const names = this.classesOf(kind).flatMap((type) => customFieldsDeclarationOf(type)?.searchable ?? []);
    return names.flatMap((name) => collectTexts(values[name]));
  }

  /** Whether a search of a kind looks into custom fields. */
  hasSearchableFields(kind: RecordKind): boolean {
    return this.classesOf(kind).some((type) => (customFieldsDeclarationOf(type)?.searchable ?? []).length > 0);
  }
}

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a field holds several values. */
export const isListField = ({ schema }: Pick<Field, 'schema'>): boolean =>
  (schema as { type?: unknown }).type === 'array';

/** The values of a filter: a text that is free may have a comma in it. */
function filterValues({ schema }: Field, input: unknown): unknown[] {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown };
  const isFree = type === 'string' && values === undefined;
  const all: unknown[] = [input].flat();
  const split = isFree ? all : all.flatMap((each) => (typeof each === 'string' ? each.split(',') : [each]));
  // An empty one means that none is given.
  return split.map((each) => (typeof each === 'string' ? each.trim() : each)).filter((each) => each !== '');
}
