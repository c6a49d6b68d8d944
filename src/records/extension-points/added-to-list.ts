import { unlessHidden } from '../../kernel/context/permissions.js';
import type { Type } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { TypedCustomFields } from './typed-custom-fields.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { SortKeys } from '../lists/sort-key.js';
import { fieldsOf } from '../../kernel/schema/field.js';
import type { AddedConditions, AddedFilter, AddedOrder, AddedTo, Addition, AdditionParts } from './addition.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** What a list has beside what its DTO knows. */
export interface AddedToList {
  /** By what it can be put in order. */
  readonly orders: SortKeys<string>;
  /** What it is asked for. */
  readonly filters: (query: object) => AddedConditions;
}

/** An addition, and what clients see of it. */
interface Added {
  readonly parts: AdditionParts;
  readonly addition: Addition;
}

/** Which list, and who asks for it. */
interface Asked {
  readonly context: RequestContext;
  readonly kind: RecordKind;
  readonly record: AddedTo;
}

type CustomFilters = Readonly<Record<string, unknown>>;

/** What additions and custom fields make of a list: none of it tells of an event what a password hides. */
export function addedToList(all: readonly Added[], typed: TypedCustomFields, asked: Asked): AddedToList {
  return { orders: ordersOf(all, asked), filters: (query) => filtersOf(all, typed, asked, query) };
}

function filtersOf(
  all: readonly Added[],
  typed: TypedCustomFields,
  { context, kind, record }: Asked,
  query: object,
): AddedConditions {
  const added = all.flatMap(({ addition, parts }) =>
    parts.query && addition.filters ? addition.filters(context, ownOf(parts.query, query), record) : [],
  );
  const { custom_fields: customFields } = query as { readonly custom_fields?: CustomFilters };
  const ofCustomFields = typed.conditions(kind, customFields, record.alias).map((is) => ({ is }));
  const filters: AddedFilter[] = [...added, ...ofCustomFields];
  const conditions = filters.map(({ is, wanted = true }) => {
    const isWhole = shownWhole(kind, record);
    const shown = isWhole ? sql<SqlBool>`(${isWhole} and ${is})` : is;
    return wanted ? shown : sql<SqlBool>`(${shown}) is not true`;
  });
  return {
    conditions,
    areSought: filters.some(({ wanted = true }) => wanted),
    searchesFacts: typed.areSearched(kind),
  };
}

function ordersOf(all: readonly Added[], { context, kind, record }: Asked): SortKeys<string> {
  const orders = all.flatMap(({ addition, parts: { orders: names = [] } }) =>
    names.flatMap((name) => {
      const order = addition.orderBy?.(name, context, record);
      return order ? [[name, sortKey(kind, order, record)] as const] : [];
    }),
  );
  return Object.fromEntries(orders);
}

/** How many characters of a text are compared. */
const LONGEST = 500;

/** What stands for nothing, should even `hidden` be that. */
const LEAST = { bigint: sql`0`, text: sql`''`, timestamptz: sql`'-infinity'` } as const;

function sortKey(kind: RecordKind, { expression, hidden: usual, ...order }: AddedOrder, record: AddedTo) {
  const { type } = order;
  const hidden = sql`cast(coalesce(${usual}, ${LEAST[type]}) as ${sql.raw(type)})`;
  // A position holds what is compared, and has an end.
  const value =
    type === 'text' ? sql`left(${expression}, ${sql.lit(LONGEST)})` : sql`cast(${expression} as ${sql.raw(type)})`;
  const present = sql`coalesce(${value}, ${hidden})`;
  const isWhole = shownWhole(kind, record);
  const shown = isWhole ? sql`case when ${isWhole} then ${present} else ${hidden} end` : present;
  return { ...order, expression: shown };
}

/** The condition under which a record shows all of itself; undefined where records of its kind always do. */
const shownWhole = ({ isOpen }: RecordKind, { requester, alias, now }: AddedTo): RawBuilder<SqlBool> | undefined =>
  isOpen && unlessHidden(requester, alias, now, isOpen(alias));

/** What is sent of the fields of a class. */
export const ownOf = (dto: Type, values: object): object =>
  Object.fromEntries(fieldsOf(dto).map(({ name }) => [name, (values as Record<string, unknown>)[name]]));
