import type { Type } from '@nestjs/common';
import type { SetupIssue } from '../../kernel/errors/setup-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { fieldsOf, type Field } from '../../kernel/schema/field.js';
import { customFieldsDeclarationOf, type CustomFieldsDeclaration } from './custom-fields.decorator.js';

const SUPPORTED_CUSTOM_FIELD_TYPES = new Set<unknown>(['boolean', 'integer', 'number', 'string', 'array']);

/** What is wrong with the declarations of custom fields. */
export const findCustomFieldIssues = (classes: readonly Type[]): SetupIssue[] =>
  classes.flatMap((type, index) =>
    customFieldIssuesOf(type, classes.slice(0, index)).map((text) => ({ subject: type.name, text })),
  );

function customFieldIssuesOf(type: Type, before: readonly Type[]): string[] {
  const declared = customFieldsDeclarationOf(type);
  if (!declared || fieldsOf(type).length === 0)
    return ['declares no custom fields. Add @CustomFields(kind) to the class and a field decorator to each member.'];
  const { kind, searchable } = declared;
  const others = before.filter((other) => customFieldsDeclarationOf(other)?.kind === kind);
  const duplicates = fieldNames(type).filter((name) => others.some((other) => fieldNames(other).includes(name)));
  return [
    ...fieldsOf(type)
      .filter((field) => !isPlainJson(field))
      .map(
        ({ name }) =>
          `declares the custom field ${name} with a type that custom fields cannot store. Use another field decorator.`,
      ),
    ...duplicates.map(
      (name) =>
        `declares the custom field ${name} of ${kind.plural}, which another class already declares. Choose another name.`,
    ),
    ...requiredTermFields(kind, type).map((name) => requiredTermFieldText(name, kind)),
    ...nameIssues(type, declared),
    ...(searchable && !kind.hasSearchableFields ? [NOT_SEARCHABLE_TEXT] : []),
  ];
}

const NOT_SEARCHABLE_TEXT =
  'sets searchable, which only custom fields of events, venues and organizers support. Remove it.';

/** The problem of a field that requests require, of a kind whose records can be created by name alone. */
export const requiredTermFieldText = (name: string, { plural }: RecordKind): string =>
  `requires ${name} of ${plural}, which events can create by name alone. Make it optional.`;

/** Terms are also made by their names alone, with events, where nothing else can be asked for. */
export const requiredTermFields = ({ family }: RecordKind, type: Type | undefined): string[] =>
  family === 'term' && type ? fieldsOf(type).flatMap(({ name, required }) => (required ? [name] : [])) : [];

const fieldNames = (type: Type): string[] => fieldsOf(type).map(({ name }) => name);

/** What is stored as the JSON that was sent: no records, no files, nothing that is parsed into something else. */
const isPlainJson = ({ nested, termFilterKind, references, isHeader, isParsed, schema }: Field): boolean =>
  !nested &&
  !termFilterKind &&
  !references &&
  !isHeader &&
  !isParsed &&
  SUPPORTED_CUSTOM_FIELD_TYPES.has((schema as { type?: unknown }).type);

function nameIssues(type: Type, { filters = [], indexed = [], searchable = [] }: CustomFieldsDeclaration): string[] {
  const names = new Set(fieldNames(type));
  const unknown = new Set([...filters, ...searchable].filter((name) => !names.has(name)));
  const notFiltered = indexed.filter((name) => !filters.includes(name));
  return [
    ...[...unknown].map(
      (name) => `lists ${name} in filters or searchable, but declares no such field. Add the field or remove the name.`,
    ),
    ...notFiltered.map(
      (name) => `lists ${name} in indexed, but not in filters. Add it to filters or remove it from indexed.`,
    ),
  ];
}
