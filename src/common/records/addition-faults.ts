import type { Type } from '@nestjs/common';
import { requiredOfTerm } from '../custom-fields/custom-field-faults.js';
import type { Fault } from '../errors/operator-error.js';
import { documentedMembers, fieldsOf } from '../validation/field.js';
import { classesAt } from './addition-points.js';
import type { Addition, AdditionParts } from './addition.js';
import type { RecordKind } from './kinds.js';

/** What an addition is called, and what it consists of. */
interface Named {
  readonly name: string;
  readonly kind: RecordKind;
  readonly parts: AdditionParts;
  readonly addition: Addition;
}

/** The method that each part needs. */
const METHODS = { input: 'write', query: 'filters', orders: 'orderBy', view: 'members' } as const;

/** What is wrong with additions: names that are there already, parts that nothing is made of. */
export function additionFaults(all: readonly Named[]): Fault[] {
  return all.flatMap((each, index) => [...taken(each, all.slice(0, index)), ...withoutMethods(each)]);
}

function taken({ name: of, kind, parts }: Named, before: readonly Named[]): Fault[] {
  const others = before.filter((other) => other.kind === kind).map((other) => other.parts);
  const written = [...fieldsAt(kind, 'input'), ...membersAt(kind)];
  const clashes = [
    ...both(fieldsIn(parts.input), [...written, ...others.flatMap(({ input }) => fieldsIn(input))]),
    ...both(fieldsIn(parts.query), [...fieldsAt(kind, 'query'), ...others.flatMap(({ query }) => fieldsIn(query))]),
    ...both(parts.orders ?? [], [...ordersAt(kind), ...others.flatMap(({ orders = [] }) => orders)]),
    ...both(membersIn(parts.view), [...membersAt(kind), ...others.flatMap(({ view }) => membersIn(view))]),
  ];
  const args = (name: string) => ({ name, kind: kind.plural });
  return [
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
