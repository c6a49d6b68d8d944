import type { Type } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { unprotectedRowCondition } from '../../kernel/context/permissions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { fieldsOf } from '../../kernel/schema/field.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import type { SortKeys } from '../lists/sort-key.js';
import type { DiscoveredRecordExtension, ExtensionFilter, ExtensionSortKey, RecordScope } from './record-extension.js';
import type { TypedCustomFields } from './typed-custom-fields.js';

export interface ListExtension {
  readonly sortKeys: SortKeys<string>;
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly searchesCustomFields: boolean;
}

export const NO_LIST_EXTENSION: ListExtension = { sortKeys: {}, conditions: [], searchesCustomFields: false };

export interface ExtendedList {
  readonly context: RequestContext;
  readonly kind: RecordKind;
  readonly query: object;
  readonly scope: RecordScope;
}

/** The conditions of extensions and custom fields. They reveal nothing that a password hides. */
export function extensionConditions(
  extensions: readonly DiscoveredRecordExtension[],
  customFields: TypedCustomFields,
  { context, kind, query, scope }: ExtendedList,
): RawBuilder<SqlBool>[] {
  const { custom_fields: values } = query as { readonly custom_fields?: JsonObject };
  const filters: ExtensionFilter[] = [
    ...extensions.flatMap(({ extension, parts }) =>
      parts.query && extension.filters ? extension.filters(context, pickFields(parts.query, query), scope) : [],
    ),
    ...customFields.filterConditions(kind, values, scope.alias).map((condition) => ({ condition })),
  ];
  const unprotected = unprotectedCondition(kind, scope);
  return filters.map(({ condition, expected = true }) => {
    const visible = unprotected ? sql<SqlBool>`(${unprotected} and ${condition})` : condition;
    return expected ? visible : sql<SqlBool>`(${visible}) is not true`;
  });
}

/** The sort keys of the additional orders, by name. Protected records are sorted by the masked value. */
export function extensionSortKeys(
  extensions: readonly DiscoveredRecordExtension[],
  { context, kind, scope }: ExtendedList,
): SortKeys<string> {
  const sortKeys = extensions.flatMap(({ extension, parts: { orders: names = [] } }) =>
    names.flatMap((name) => {
      const order = extension.orderBy?.(name, context, scope);
      return order ? [[name, maskedSortKey(kind, order, scope)] as const] : [];
    }),
  );
  return Object.fromEntries(sortKeys);
}

/** Number of characters by which texts are sorted. A cursor contains them. */
const MAX_SORT_TEXT_LENGTH = 500;

/** Values for a `maskedValue` that is null. */
const MIN_SORT_VALUES = { bigint: sql`0`, text: sql`''`, timestamptz: sql`'-infinity'` } as const;

function maskedSortKey(
  kind: RecordKind,
  { expression, maskedValue: configuredMask, ...order }: ExtensionSortKey,
  scope: RecordScope,
) {
  const { type } = order;
  const masked = sql`cast(coalesce(${configuredMask}, ${MIN_SORT_VALUES[type]}) as ${sql.raw(type)})`;
  const value =
    type === 'text'
      ? sql`left(${expression}, ${sql.lit(MAX_SORT_TEXT_LENGTH)})`
      : sql`cast(${expression} as ${sql.raw(type)})`;
  const valueOrMask = sql`coalesce(${value}, ${masked})`;
  const unprotected = unprotectedCondition(kind, scope);
  return {
    ...order,
    expression: unprotected ? sql`case when ${unprotected} then ${valueOrMask} else ${masked} end` : valueOrMask,
  };
}

/** The condition that the caller may see all fields of a record. `undefined` for kinds without passwords. */
const unprotectedCondition = (
  { hasNoProtection }: RecordKind,
  { caller, alias, now }: RecordScope,
): RawBuilder<SqlBool> | undefined =>
  hasNoProtection && unprotectedRowCondition(caller, alias, now, hasNoProtection(alias));

export const pickFields = (dto: Type, values: object): object =>
  Object.fromEntries(fieldsOf(dto).map(({ name }) => [name, (values as JsonObject)[name]]));
