import type { Type } from '@nestjs/common';
import type { SetupIssue } from '../../kernel/errors/setup-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { fieldsOf, type Field } from '../../kernel/schema/field.js';
import {
  customFieldsDeclarationOf,
  type CustomFieldsDeclaration,
} from '../../records/extension-points/custom-fields.decorator.js';

const SUPPORTED_CUSTOM_FIELD_TYPES = new Set<unknown>(['boolean', 'integer', 'number', 'string', 'array']);

/** Checks the classes with `@CustomFields`. */
export const findCustomFieldIssues = (classes: readonly Type[]): SetupIssue[] =>
  classes.flatMap((type, index) =>
    customFieldIssuesOf(type, classes.slice(0, index)).map((text) => ({ subject: type.name, text })),
  );

function customFieldIssuesOf(type: Type, previous: readonly Type[]): string[] {
  const declared = customFieldsDeclarationOf(type);
  if (!declared || fieldsOf(type).length === 0)
    return ['declares no custom fields. Add @CustomFields(kind) to the class and a field decorator to each member.'];
  const { kind, searchable } = declared;
  const sameKind = previous.filter((each) => customFieldsDeclarationOf(each)?.kind === kind);
  const known = new Set(sameKind.flatMap(fieldNames));
  const unsupported = fieldsOf(type).filter((field) => !isStorableAsJson(field));
  const duplicates = fieldNames(type).filter((name) => known.has(name));
  return [
    ...unsupported.map(
      ({ name }) =>
        `declares the custom field ${name} with a type that custom fields cannot store. Use another field decorator.`,
    ),
    ...duplicates.map(
      (name) =>
        `declares the custom field ${name} of ${kind.plural}, which another class already declares. Choose another name.`,
    ),
    ...requiredTermFieldIssues(kind, type),
    ...optionIssues(type, declared),
    ...(searchable && !kind.hasSearchableFields
      ? ['sets searchable, which only custom fields of events, venues and organizers support. Remove it.']
      : []),
  ];
}

/** Terms cannot have required fields, because events create them by name alone. */
export const requiredTermFieldIssues = ({ family, plural }: RecordKind, type: Type | undefined): string[] =>
  family === 'term' && type
    ? fieldsOf(type)
        .filter(({ required }) => required)
        .map(({ name }) => `requires ${name} of ${plural}, which events can create by name alone. Make it optional.`)
    : [];

const fieldNames = (type: Type): string[] => fieldsOf(type).map(({ name }) => name);

/** Whether a field can be stored as the JSON of the request: no header, nested DTO, term filter, references or parsed value. */
const isStorableAsJson = ({ nested, termFilterKind, references, isHeader, isParsed, schema }: Field): boolean =>
  !nested &&
  !termFilterKind &&
  !references &&
  !isHeader &&
  !isParsed &&
  SUPPORTED_CUSTOM_FIELD_TYPES.has((schema as { type?: unknown }).type);

function optionIssues(type: Type, { filters = [], indexed = [], searchable = [] }: CustomFieldsDeclaration): string[] {
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
