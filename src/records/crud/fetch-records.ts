import {
  CompiledQuery,
  sql,
  type Compilable,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import { withPrepareHint } from '../../persistence/client/postgres-client.js';
import { permittedCondition } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKey, RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { PageRow } from '../lists/list-statements.js';
import { recordKeyCondition } from '../translations/slugs.js';
import { hasPublishing } from '../types/record-kinds.js';
import { isReadableRow, type AccessRow } from './record-access.js';
import type { ReadScope } from './read-scope.js';
import type { ResourceType, ResourceTypeMap } from './resource-type.js';

/** Parameters of a compiled select that each request replaces by its own values. */
const CALLER_ID_PLACEHOLDER = Symbol('caller id');
const KEY_PLACEHOLDER = Symbol('key');

export type RecordKeyOrIds = RecordKey | { readonly ids: readonly number[] };

/** Builds the select of a kind. `alias` is the alias of its table. */
interface SelectTemplate<Row> {
  readonly kind: RecordKind;
  readonly alias: string;
  readonly build: (scope: ReadScope, condition: RawBuilder<SqlBool>) => Compilable<Row>;
  /** Distinguishes statements of one kind, such as those that read fewer members. */
  readonly variant?: string;
}

/**
 * Returns the prepared select of some records. It is compiled once per language, role and type of key, because compiling takes longer than
 * the rest of a read. Each connection plans it once.
 */
export function compiledSelect<Row>(
  db: QueryExecutorProvider,
  { kind, alias, build, variant = '' }: SelectTemplate<Row>,
  scope: ReadScope,
  selection: RecordKeyOrIds,
): CompiledQuery<Row> {
  const [by, value] = Object.entries(selection)[0] as [string, unknown];
  const { role, id } = scope.caller;
  const { sql: now, parameters: nowParameters } = scope.now.compile(db);
  const name = [kind.plural, variant, by, role, scope.language, now].join(' ');
  let select = scope.selects.get(name);
  if (!select) {
    const template = { ...scope, caller: { role, id: sql<number | null>`${CALLER_ID_PLACEHOLDER}` } };
    const condition = recordKeyCondition(kind, sql.ref(`${alias}.id`), {
      [by]: KEY_PLACEHOLDER,
    } as unknown as RecordKeyOrIds);
    select = withPrepareHint(build(template, condition).compile());
    // The clock of a test puts the time into the statement, so that it is valid for this request only.
    if (nowParameters.length === 0) scope.selects.set(name, select);
  }
  const values = new Map<unknown, unknown>([
    [CALLER_ID_PLACEHOLDER, id],
    [KEY_PLACEHOLDER, value],
  ]);
  const parameters = select.parameters.map((each) => (values.has(each) ? values.get(each) : each));
  return CompiledQuery.raw(select.sql, parameters);
}

/** Returns the rows in the order of the page, without those that the caller may no longer read. */
export function orderReadableRows<Row extends AccessRow & { readonly id: number }>(
  page: readonly PageRow[],
  rows: readonly Row[],
  principal: Principal,
): Row[] {
  const byId = new Map(rows.filter((row) => isReadableRow(principal, row)).map((row) => [row.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The select of a resource type, without the types of its tables. */
type RecordSelect<Row> = SelectQueryBuilder<Record<string, { id: number }>, string, Row>;

/** Reads the records of a page, in the order of the page. */
export async function fetchPageRecords<T extends ResourceTypeMap>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  { context, scope }: { readonly context: RequestContext; readonly scope: ReadScope },
  page: readonly PageRow[],
) {
  const build = (template: ReadScope, condition: RawBuilder<SqlBool>) =>
    (type.select(db as never, template) as unknown as RecordSelect<T['row']>).where(condition);
  const select = compiledSelect(db, { ...type, build }, scope, { ids: page.map(({ id }) => id) });
  const rows = (await db.executeQuery(select)).rows as unknown as (T['row'] & { id: number })[];
  const readable = orderReadableRows(page, rows, context.principal);
  if (!type.count) return readable;
  const counts = new Map(page.map(({ id, extra }) => [id, extra]));
  return readable.map((row) => ({ ...row, count: counts.get(row.id) }));
}

/**
 * Reads a record that the caller may read, in the trash or not. A hidden record is not selected, so that the response takes as long as that
 * for a missing one.
 */
export async function fetchPermittedRecord<T extends ResourceTypeMap>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  scope: ReadScope,
  key: RecordKey,
): Promise<T['row'] | undefined> {
  const { kind, alias, count } = type;
  const build = (template: ReadScope, condition: RawBuilder<SqlBool>) =>
    (type.select(db as never, template) as unknown as RecordSelect<T['row']>)
      .select(count ? [count.forRecord(template.now).as('count')] : [])
      .where(condition)
      .where(
        hasPublishing(kind) ? permittedCondition(template.caller, 'read', alias, template.now) : sql<SqlBool>`true`,
      );
  const select = compiledSelect(db, { ...type, build }, scope, key);
  return (await db.executeQuery(select)).rows[0];
}
