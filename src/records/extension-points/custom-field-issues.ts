import type { Type } from '@nestjs/common';
import type { SetupIssue } from '../../kernel/errors/setup-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { fieldsOf, type Field } from '../../kernel/schema/field.js';
import { customFieldsDeclaration, type CustomFieldsDeclaration } from './custom-fields.decorator.js';

const SUPPORTED_TYPES = new Set<unknown>(['boolean', 'integer', 'number', 'string', 'array']);

/** What is wrong with the declarations of custom fields. */
export function findCustomFieldIssues(classes: readonly Type[]): SetupIssue[] {
  return classes.flatMap((type, index): SetupIssue[] => {
    const declared = customFieldsDeclaration(type);
    const subject = type.name;
    if (!declared || fieldsOf(type).length === 0) return [{ subject, text: { key: 'extensions.no_custom_fields' } }];
    const { kind, searchable } = declared;
    const before = classes.slice(0, index).filter((other) => customFieldsDeclaration(other)?.kind === kind);
    const duplicates = fieldNames(type).filter((name) => before.some((other) => fieldNames(other).includes(name)));
    const unsupported = fieldsOf(type).filter((field) => !isPlainJson(field));
    return [
      ...unsupported.map(({ name }) => ({ subject, text: { key: 'extensions.custom_field_type', args: { name } } })),
      ...duplicates.map((name) => ({
        subject,
        text: { key: 'extensions.custom_field_taken', args: { name, kind: kind.plural } },
      })),
      ...requiredTermFields(kind, type).map((name) => ({
        subject,
        text: { key: 'extensions.required_of_term', args: { name, kind: kind.plural } },
      })),
      ...unknownNames(type, declared).map((name) => ({
        subject,
        text: { key: 'extensions.no_custom_field', args: { name } },
      })),
      ...(searchable && !kind.hasSearchableFields
        ? [{ subject, text: { key: 'extensions.custom_field_search' } }]
        : []),
    ];
  });
}

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
  SUPPORTED_TYPES.has((schema as { type?: unknown }).type);

function unknownNames(type: Type, { filters = [], indexed = [], searchable = [] }: CustomFieldsDeclaration): string[] {
  const names = new Set(fieldNames(type));
  const filterNames = new Set(filters);
  const unknown = [...filters, ...searchable].filter((name) => !names.has(name));
  return [...new Set([...unknown, ...indexed.filter((name) => !filterNames.has(name))])];
}
