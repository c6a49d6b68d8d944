import type { Type } from '@nestjs/common';
import { requiredOfTerm } from './custom-field-faults.js';
import type { Fault } from '../../kernel/errors/operator-error.js';
import { documentedMembers, fieldsOf } from '../../kernel/schema/field.js';
import { classesAt } from '../../kernel/schema/addition-points.js';
import type { Addition, AdditionParts } from './addition.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** What an addition is called, and what it consists of. */
interface Named {
  readonly name: string;
  readonly kind: RecordKind;
  readonly parts: AdditionParts;
  readonly addition: Addition;
}

/** The method that each part needs. */
const METHODS = { input: 'write', query: 'filters', orders: 'orderBy', view: 'members' } as const;

/** Parameters that mean something else in every request. */
const OF_EVERY_REQUEST = ['ml_language', 'password', 'custom_fields', 'page', 'per_page', 'after', 'strict', '_method'];

/** What `orderby` takes. */
const ORDER = /^[a-z][a-z0-9_]*$/;

/** What is wrong with additions: names that are there already, parts that nothing is made of. */
export function additionFaults(all: readonly Named[]): Fault[] {
  return all.flatMap((each, index) => [...taken(each, all.slice(0, index)), ...withoutMethods(each)]);
}

function taken({ name: of, kind, parts }: Named, before: readonly Named[]): Fault[] {
  const others = before.filter((other) => other.kind === kind).map((other) => other.parts);
  const written = [...fieldsAt(kind, 'input'), ...membersAt(kind)];
  const clashes = [
    ...both(fieldsIn(parts.input), [...written, ...others.flatMap(({ input }) => fieldsIn(input))]),
    ...both(fieldsIn(parts.query), [
      ...OF_EVERY_REQUEST,
      ...fieldsAt(kind, 'query'),
      ...others.flatMap(({ query }) => fieldsIn(query)),
    ]),
    ...both(membersIn(parts.view), [...membersAt(kind), ...others.flatMap(({ view }) => membersIn(view))]),
  ];
  const args = (name: string) => ({ name, kind: kind.plural });
  const orders = [...ordersAt(kind), ...others.flatMap((other) => other.orders ?? [])];
  const own = parts.orders ?? [];
  // They are read without regard to case.
  clashes.push(...own.filter((name, index) => [...orders, ...own.slice(0, index)].some((each) => isSame(each, name))));
  return [
    ...own
      .filter((name) => !ORDER.test(name))
      .map((name) => ({ of, text: { key: 'extensions.order_name', args: { name } } })),
    ...clashes.map((name) => ({ of, text: { key: 'extensions.added_already', args: args(name) } })),
    ...requiredOfTerm(kind, parts.input).map((name) => ({
      of,
      text: { key: 'extensions.required_of_term', args: args(name) },
    })),
  ];
}

function withoutMethods({ name: of, parts, addition }: Named): Fault[] {
  const lacking = (Object.keys(METHODS) as (keyof typeof METHODS)[]).filter(
    (part) => parts[part] && !addition[METHODS[part]],
  );
  return lacking.map((part) => ({
    of,
    text: { key: 'extensions.no_method', args: { part, method: METHODS[part] } },
  }));
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const both = (names: readonly string[], known: readonly string[]): string[] =>
  names.filter((name) => known.includes(name));

const fieldsIn = (dto: Type | undefined): string[] => (dto ? fieldsOf(dto).map(({ name }) => name) : []);

const membersIn = (view: Type | undefined): string[] => (view ? documentedMembers(view) : []);

const fieldsAt = (kind: RecordKind, part: 'input' | 'query'): string[] => classesAt({ kind, part }).flatMap(fieldsIn);

const membersAt = (kind: RecordKind): string[] => classesAt({ kind, part: 'view' }).flatMap(membersIn);

function ordersAt(kind: RecordKind): string[] {
  const fields = classesAt({ kind, part: 'query' }).flatMap(fieldsOf);
  const schema = fields.find(({ name }) => name === 'orderby')?.schema as { enum?: string[] } | undefined;
  return schema?.enum ?? [];
}

/** Classes of which the API document could not tell one from another. */
export function nameFaults(classes: readonly Type[]): Fault[] {
  const known = [...new Set([...classesAt({}), ...classes])];
  const twice = known.filter(({ name }, index) => known.slice(0, index).some((other) => other.name === name));
  return twice.map(({ name: of }) => ({ of, text: { key: 'extensions.same_class' } }));
}
