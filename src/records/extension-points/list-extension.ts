import { unprotectedRowCondition } from '../../kernel/context/permissions.js';
import type { Type } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { TypedCustomFields } from './typed-custom-fields.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { SortKeys } from '../lists/sort-key.js';
import { fieldsOf } from '../../kernel/schema/field.js';
import type {
  ExtensionConditions,
  ExtensionFilter,
  ExtensionSortKey,
  RecordScope,
  RecordExtension,
  RecordExtensionParts,
} from './record-extension.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** What extensions add to a list. */
export interface ListExtension extends ExtensionConditions {
  readonly sortKeys: SortKeys<string>;
}

/** No extension adds anything to the list. */
export const NO_LIST_EXTENSION: ListExtension = {
  sortKeys: {},
  conditions: [],
  isSelective: false,
  searchesCustomFields: false,
};

/** An addition, and what clients see of it. */
interface ExtensionWithParts {
  readonly parts: RecordExtensionParts;
  readonly extension: RecordExtension;
}

/** A list that a caller requests. */
interface ListExtensionScope {
  readonly context: RequestContext;
  readonly kind: RecordKind;
  readonly query: object;
  readonly scope: RecordScope;
}

/** A list that extensions may extend. */
export type ExtendedList = Omit<ListExtensionScope, 'scope'> & { readonly record: Omit<RecordScope, 'id'> };

type CustomFieldFilters = Readonly<Record<string, unknown>>;

/** What additions and custom fields make of a list: none of it tells of an event what a password hides. */
export function buildListExtension(
  all: readonly ExtensionWithParts[],
  customFields: TypedCustomFields,
  list: ListExtensionScope,
): ListExtension {
  return { sortKeys: buildSortKeys(all, list), ...buildConditions(all, customFields, list) };
}

function buildConditions(
  all: readonly ExtensionWithParts[],
  customFieldTypes: TypedCustomFields,
  { context, kind, query, scope }: ListExtensionScope,
): ExtensionConditions {
  const extensionFilters = all.flatMap(({ extension, parts }) =>
    parts.query && extension.filters ? extension.filters(context, pickFields(parts.query, query), scope) : [],
  );
  const { custom_fields: customFields } = query as { readonly custom_fields?: CustomFieldFilters };
  const customFieldFilters = customFieldTypes
    .filterConditions(kind, customFields, scope.alias)
    .map((condition) => ({ condition }));
  const filters: ExtensionFilter[] = [...extensionFilters, ...customFieldFilters];
  const conditions = filters.map(({ condition, expected = true }) => {
    const isUnprotected = unprotectedCondition(kind, scope);
    const visible = isUnprotected ? sql<SqlBool>`(${isUnprotected} and ${condition})` : condition;
    return expected ? visible : sql<SqlBool>`(${visible}) is not true`;
  });
  return {
    conditions,
    isSelective: filters.some(({ expected = true }) => expected),
    searchesCustomFields: customFieldTypes.hasSearchableFields(kind),
  };
}

function buildSortKeys(
  all: readonly ExtensionWithParts[],
  { context, kind, scope }: ListExtensionScope,
): SortKeys<string> {
  const sortKeys = all.flatMap(({ extension, parts: { orders: names = [] } }) =>
    names.flatMap((name) => {
      const order = extension.orderBy?.(name, context, scope);
      return order ? [[name, maskedSortKey(kind, order, scope)] as const] : [];
    }),
  );
  return Object.fromEntries(sortKeys);
}

/** How many characters of a text are compared. */
const MAX_SORT_TEXT_LENGTH = 500;

/** What stands for nothing, should even `hidden` be that. */
const MIN_SORT_VALUES = { bigint: sql`0`, text: sql`''`, timestamptz: sql`'-infinity'` } as const;

function maskedSortKey(
  kind: RecordKind,
  { expression, maskedValue: configuredMask, ...order }: ExtensionSortKey,
  scope: RecordScope,
) {
  const { type } = order;
  const masked = sql`cast(coalesce(${configuredMask}, ${MIN_SORT_VALUES[type]}) as ${sql.raw(type)})`;
  // A position holds what is compared, and has an end.
  const value =
    type === 'text'
      ? sql`left(${expression}, ${sql.lit(MAX_SORT_TEXT_LENGTH)})`
      : sql`cast(${expression} as ${sql.raw(type)})`;
  const valueOrMask = sql`coalesce(${value}, ${masked})`;
  const isUnprotected = unprotectedCondition(kind, scope);
  const visible = isUnprotected ? sql`case when ${isUnprotected} then ${valueOrMask} else ${masked} end` : valueOrMask;
  return { ...order, expression: visible };
}

/** The condition under which a record shows all of itself; undefined where records of its kind always do. */
const unprotectedCondition = (
  { hasNoProtection }: RecordKind,
  { caller, alias, now }: RecordScope,
): RawBuilder<SqlBool> | undefined =>
  hasNoProtection && unprotectedRowCondition(caller, alias, now, hasNoProtection(alias));

/** What is sent of the fields of a class. */
export const pickFields = (dto: Type, values: object): object =>
  Object.fromEntries(fieldsOf(dto).map(({ name }) => [name, (values as Record<string, unknown>)[name]]));
