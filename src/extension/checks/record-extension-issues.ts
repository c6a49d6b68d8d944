import type { Type } from '@nestjs/common';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { SetupIssue } from '../../kernel/errors/setup-error.js';
import type { ExtensibleClassLookup } from '../../kernel/schema/collect-extensible-classes.js';
import { documentedMembers, fieldsOf } from '../../kernel/schema/field.js';
import { requiredTermFieldIssues } from './custom-field-issues.js';
import type {
  DiscoveredRecordExtension,
  RecordExtensionParts,
} from '../../records/extension-points/record-extension.js';

const REQUIRED_METHODS = { input: 'write', query: 'filters', orders: 'orderBy', view: 'members' } as const;

/** Parameters that extensions cannot add to any kind. */
const RESERVED_PARAMETERS = 'ml_language password custom_fields page per_page after strict _method'.split(' ');

const SORT_NAME_PATTERN = /^[a-z][a-z0-9_]*$/;

/** Checks record extensions for names that are invalid or exist already, required fields of terms, and missing methods. */
export const findRecordExtensionIssues = (
  all: readonly DiscoveredRecordExtension[],
  classesAt: ExtensibleClassLookup,
): SetupIssue[] =>
  all.flatMap((each, index) => {
    const others = all.slice(0, index).filter((other) => other.kind === each.kind);
    return [
      ...nameIssues(
        each,
        others.map(({ parts }) => parts),
        classesAt,
      ),
      ...missingMethodIssues(each),
    ].map((text) => ({ subject: each.name, text }));
  });

function nameIssues(
  { kind, parts }: DiscoveredRecordExtension,
  others: readonly RecordExtensionParts[],
  classesAt: ExtensibleClassLookup,
): string[] {
  const invalidOrders = (parts.orders ?? []).filter((name) => !SORT_NAME_PATTERN.test(name));
  const duplicates = [
    ...duplicateMembers(kind, parts, others, classesAt),
    ...duplicateSortNames(classesAt({ kind, part: 'query' }), parts, others),
  ];
  return [
    ...invalidOrders.map(
      (name) =>
        `adds a sort order “${name}”, which is not a valid value of orderby. Use lower case, such as seats_left.`,
    ),
    ...duplicates.map((name) => `adds ${name} to ${kind.plural}, which already have it. Choose another name.`),
    ...requiredTermFieldIssues(kind, parts.input),
  ];
}

function duplicateMembers(
  kind: RecordKind,
  { input, query, view }: RecordExtensionParts,
  others: readonly RecordExtensionParts[],
  classesAt: ExtensibleClassLookup,
): string[] {
  const fieldNamesAt = (part: 'input' | 'query') => classesAt({ kind, part }).flatMap(fieldNames);
  const members = classesAt({ kind, part: 'view' }).flatMap(memberNames);
  const inputs = [...fieldNamesAt('input'), ...members, ...others.flatMap((other) => fieldNames(other.input))];
  const queries = [...fieldNamesAt('query'), ...others.flatMap((other) => fieldNames(other.query))];
  const views = [...members, ...others.flatMap((other) => memberNames(other.view))];
  return [
    ...intersect(fieldNames(input), inputs),
    ...intersect(fieldNames(query), [...RESERVED_PARAMETERS, ...queries]),
    ...intersect(memberNames(view), views),
  ];
}

/** Values of `orderby` that exist already. Their case is ignored. */
function duplicateSortNames(
  queries: readonly Type[],
  { orders = [] }: RecordExtensionParts,
  others: readonly RecordExtensionParts[],
): string[] {
  const known = [...existingSortNames(queries), ...others.flatMap((other) => other.orders ?? [])];
  return orders.filter((name, index) =>
    [...known, ...orders.slice(0, index)].some((each) => each.toLowerCase() === name.toLowerCase()),
  );
}

const missingMethodIssues = ({ parts, extension }: DiscoveredRecordExtension): string[] =>
  (Object.keys(REQUIRED_METHODS) as (keyof typeof REQUIRED_METHODS)[])
    .filter((part) => parts[part] && !extension[REQUIRED_METHODS[part]])
    .map((part) => `declares ${part} but has no method ${REQUIRED_METHODS[part]}. Add it.`);

const intersect = (names: readonly string[], known: readonly string[]): string[] =>
  names.filter((name) => known.includes(name));

const fieldNames = (dto: Type | undefined): string[] => (dto ? fieldsOf(dto).map(({ name }) => name) : []);

const memberNames = (view: Type | undefined): string[] => (view ? documentedMembers(view) : []);

function existingSortNames(queries: readonly Type[]): string[] {
  const field = queries.flatMap(fieldsOf).find(({ name }) => name === 'orderby');
  return (field?.schema as { enum?: string[] } | undefined)?.enum ?? [];
}

/** Checks that classes have different names in the OpenAPI document. */
export function findClassNameIssues(classes: readonly Type[]): SetupIssue[] {
  const known = [...new Set(classes)];
  const duplicates = known.filter(({ name }, index) => known.slice(0, index).some((other) => other.name === name));
  return duplicates.map(({ name: subject }) => ({
    subject,
    text: 'is the name of two classes in the API document. Rename one.',
  }));
}
