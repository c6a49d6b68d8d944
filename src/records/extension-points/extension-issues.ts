import type { Type } from '@nestjs/common';
import { requiredTermFields, requiredTermFieldText } from './custom-field-issues.js';
import type { SetupIssue } from '../../kernel/errors/setup-error.js';
import { documentedMembers, fieldsOf } from '../../kernel/schema/field.js';
import type { ExtensibleClassLookup } from '../../kernel/schema/collect-extensible-classes.js';
import type { RecordExtension, RecordExtensionParts } from './record-extension.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** What an addition is called, and what it consists of. */
interface NamedRecordExtension {
  readonly name: string;
  readonly kind: RecordKind;
  readonly parts: RecordExtensionParts;
  readonly extension: RecordExtension;
}

/** The method that each part needs. */
const REQUIRED_METHODS = { input: 'write', query: 'filters', orders: 'orderBy', view: 'members' } as const;

/** Parameters that mean something else in every request. */
const RESERVED_PARAMETERS = [
  'ml_language',
  'password',
  'custom_fields',
  'page',
  'per_page',
  'after',
  'strict',
  '_method',
];

/** What `orderby` takes. */
const SORT_NAME_PATTERN = /^[a-z][a-z0-9_]*$/;

/** What is wrong with additions: names that are there already, parts that nothing is made of. */
export function findExtensionIssues(
  all: readonly NamedRecordExtension[],
  classesAt: ExtensibleClassLookup,
): SetupIssue[] {
  return all.flatMap((each, index) => [
    ...nameConflicts(each, all.slice(0, index), classesAt),
    ...missingMethods(each),
  ]);
}

function nameConflicts(
  { name: subject, kind, parts }: NamedRecordExtension,
  before: readonly NamedRecordExtension[],
  classesAt: ExtensibleClassLookup,
): SetupIssue[] {
  const others = before.filter((other) => other.kind === kind).map((other) => other.parts);
  const invalidOrders = (parts.orders ?? []).filter((name) => !SORT_NAME_PATTERN.test(name));
  const duplicates = [
    ...duplicateMembers(kind, parts, others, classesAt),
    ...duplicateSortNames(classesAt({ kind, part: 'query' }), parts, others),
  ];
  return [
    ...invalidOrders.map((name) => ({
      subject,
      text: `adds a sort order “${name}”, which is not a valid value of orderby. Use lower case, such as seats_left.`,
    })),
    ...duplicates.map((name) => ({
      subject,
      text: `adds ${name} to ${kind.plural}, which already have it. Choose another name.`,
    })),
    ...requiredTermFields(kind, parts.input).map((name) => ({
      subject,
      text: requiredTermFieldText(name, kind),
    })),
  ];
}

/** Names of fields, parameters and members that the kind or another extension of it has already. */
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

/** Values of `orderby` that are there already. They are read without regard to case. */
function duplicateSortNames(
  queries: readonly Type[],
  { orders = [] }: RecordExtensionParts,
  others: readonly RecordExtensionParts[],
): string[] {
  const known = [...sortNames(queries), ...others.flatMap((other) => other.orders ?? [])];
  return orders.filter((name, index) =>
    [...known, ...orders.slice(0, index)].some((each) => equalsIgnoreCase(each, name)),
  );
}

function missingMethods({ name: subject, parts, extension }: NamedRecordExtension): SetupIssue[] {
  const missing = (Object.keys(REQUIRED_METHODS) as (keyof typeof REQUIRED_METHODS)[]).filter(
    (part) => parts[part] && !extension[REQUIRED_METHODS[part]],
  );
  return missing.map((part) => ({
    subject,
    text: `declares ${part} but has no method ${REQUIRED_METHODS[part]}. Add it.`,
  }));
}

const equalsIgnoreCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const intersect = (names: readonly string[], known: readonly string[]): string[] =>
  names.filter((name) => known.includes(name));

const fieldNames = (dto: Type | undefined): string[] => (dto ? fieldsOf(dto).map(({ name }) => name) : []);

const memberNames = (view: Type | undefined): string[] => (view ? documentedMembers(view) : []);

function sortNames(queries: readonly Type[]): string[] {
  const fields = queries.flatMap(fieldsOf);
  const schema = fields.find(({ name }) => name === 'orderby')?.schema as { enum?: string[] } | undefined;
  return schema?.enum ?? [];
}

/** Classes of which the API document could not tell one from another. */
export function findClassNameIssues(classes: readonly Type[]): SetupIssue[] {
  const known = [...new Set(classes)];
  const duplicates = known.filter(({ name }, index) => known.slice(0, index).some((other) => other.name === name));
  return duplicates.map(({ name: subject }) => ({
    subject,
    text: 'is the name of two classes in the API document. Rename one.',
  }));
}
