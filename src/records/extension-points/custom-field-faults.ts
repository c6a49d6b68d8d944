import type { Type } from '@nestjs/common';
import type { Fault } from '../../kernel/errors/operator-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { fieldsOf, type Field } from '../../kernel/schema/field.js';
import { declaredBy, type DeclaredFields } from './custom-fields.decorator.js';

const TYPES = new Set<unknown>(['boolean', 'integer', 'number', 'string', 'array']);

/** What is wrong with the declarations of custom fields. */
export function customFieldFaults(classes: readonly Type[]): Fault[] {
  return classes.flatMap((type, index): Fault[] => {
    const declared = declaredBy(type);
    const of = type.name;
    if (!declared || fieldsOf(type).length === 0) return [{ of, text: { key: 'extensions.no_custom_fields' } }];
    const { kind, searched } = declared;
    const before = classes.slice(0, index).filter((other) => declaredBy(other)?.kind === kind);
    const taken = namesIn(type).filter((name) => before.some((other) => namesIn(other).includes(name)));
    const strange = fieldsOf(type).filter((field) => !isPlain(field));
    return [
      ...strange.map(({ name }) => ({ of, text: { key: 'extensions.custom_field_type', args: { name } } })),
      ...taken.map((name) => ({
        of,
        text: { key: 'extensions.custom_field_taken', args: { name, kind: kind.plural } },
      })),
      ...requiredOfTerm(kind, type).map((name) => ({
        of,
        text: { key: 'extensions.required_of_term', args: { name, kind: kind.plural } },
      })),
      ...unknownNames(type, declared).map((name) => ({
        of,
        text: { key: 'extensions.no_custom_field', args: { name } },
      })),
      ...(searched && !kind.hasSearchedFields ? [{ of, text: { key: 'extensions.custom_field_search' } }] : []),
    ];
  });
}

/** Terms are also made by their names alone, with events, where nothing else can be asked for. */
export const requiredOfTerm = ({ family }: RecordKind, type: Type | undefined): string[] =>
  family === 'term' && type ? fieldsOf(type).flatMap(({ name, required }) => (required ? [name] : [])) : [];

const namesIn = (type: Type): string[] => fieldsOf(type).map(({ name }) => name);

/** What is stored as the JSON that was sent: no records, no files, nothing that is parsed into something else. */
const isPlain = ({ nested, filters, references, header, isParsed, schema }: Field): boolean =>
  !nested && !filters && !references && !header && !isParsed && TYPES.has((schema as { type?: unknown }).type);

function unknownNames(type: Type, { filters = [], indexed = [], searched = [] }: DeclaredFields): string[] {
  const names = new Set(namesIn(type));
  const wanted = new Set(filters);
  const unknown = [...filters, ...searched].filter((name) => !names.has(name));
  return [...new Set([...unknown, ...indexed.filter((name) => !wanted.has(name))])];
}
