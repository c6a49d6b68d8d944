import {
  CompiledQuery,
  sql,
  type AliasedRawBuilder,
  type Compilable,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import { keepPlan } from '../../persistence/client/calendar-client.js';
import type { Caller } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKey } from '../../kernel/context/record-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { ExtensionRow } from '../extension-points/record-extension.js';
import type { RecordExtensions } from '../extension-points/record-extensions.js';
import type { PageRow } from '../lists/list-statements.js';
import { matchesKey } from '../translations/slugs.js';
import { isReadable, type AccessRow } from './record-access.js';
import type { ResourceType, ResourceTypes } from './resource-type.js';

/** For whom a record is read, and as what. */
export interface ReadScope {
  readonly caller: Caller;
  /** The language asked for. */
  readonly language: Language;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  readonly extensions: RecordExtensions;
}

/** What makes a select another one: the language, and, where something is added that may depend on it, the role. */
export function templateName({ language, caller, extensions: { templateKey } }: ReadScope): string {
  return templateKey === '' ? language : `${language} for ${caller.role} with ${templateKey}`;
}

/** The reader that a request is. */
export const readScopeOf = (
  { principal, language }: RequestContext,
  now: RawBuilder<Date>,
  extensions: RecordExtensions,
): ReadScope => ({ caller: { role: principal.role, id: principal.id }, language: language.requested, now, extensions });

/** What extensions add to a select of records, by the alias of their table: nothing where there are none. */
export function selectExtensions(
  { extensions, caller, language, now }: ReadScope,
  kind: RecordKind,
  alias: string,
): readonly AliasedRawBuilder<ExtensionRow, 'added'>[] {
  return extensions.selectionFor(kind, { caller, language, now, alias });
}

/** Stand in a select for what differs from request to request. */
const REQUESTER = Symbol('requester');
const WANTED = Symbol('wanted');

/** Which records are wanted. */
export type Wanted = RecordKey | { readonly ids: readonly number[] };

const selects = new Map<string, CompiledQuery>();

/**
 * The select of records for a reader. It is compiled once for each language and role, which takes longer than all else that is done for a
 * read, and planned once a connection.
 * @param build makes it, for the readers and the condition given
 */
export function buildSelect<Row>(
  db: QueryExecutorProvider,
  { kind, alias }: { readonly kind: RecordKind; readonly alias: string },
  scope: ReadScope,
  wanted: Wanted,
  build: (scope: ReadScope, isWanted: RawBuilder<SqlBool>) => Compilable<Row>,
): CompiledQuery<Row> {
  const [by, value] = Object.entries(wanted)[0] as [string, unknown];
  const { role, id } = scope.caller;
  const { sql: now, parameters: moment } = scope.now.compile(db);
  const name = [kind.plural, by, role, templateName(scope), now].join(' ');
  let select = selects.get(name);
  if (!select) {
    const anybody = { ...scope, caller: { role, id: sql<number | null>`${REQUESTER}` } };
    select = build(anybody, matchesKey(kind, sql.ref(`${alias}.id`), { [by]: WANTED } as unknown as Wanted)).compile();
    // A clock of tests alone writes its moment into it.
    if (moment.length === 0) selects.set(name, select);
    keepPlan(select.sql);
  }
  const values = new Map<unknown, unknown>([
    [REQUESTER, id],
    [WANTED, value],
  ]);
  const parameters = select.parameters.map((each) => (values.has(each) ? values.get(each) : each));
  return CompiledQuery.raw(select.sql, parameters);
}

/** What was read of the rows of a page, in its order; what was hidden from the requester since they were found is left out. */
export function inOrderOf<Row extends AccessRow & { readonly id: number }>(
  page: readonly PageRow[],
  rows: readonly Row[],
  principal: Principal,
): Row[] {
  const byId = new Map(rows.filter((row) => isReadable(principal, row)).map((row) => [row.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The select of a resource as the engine extends it, whatever its tables are. */
type RecordSelect<Row> = SelectQueryBuilder<Record<string, { id: number }>, string, Row>;

/** Reads the records of a page, in its order. */
export async function fetchPage<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  context: RequestContext,
  scope: ReadScope,
  page: readonly PageRow[],
) {
  const select = buildSelect(db, type, scope, { ids: page.map(({ id }) => id) }, (anybody, isWanted) =>
    (type.select(db as never, anybody) as unknown as RecordSelect<T['row']>).where(isWanted),
  );
  const rows = (await db.executeQuery(select)).rows as unknown as (T['row'] & { id: number })[];
  const told = new Map(page.map((each) => [each.id, each.told]));
  return inOrderOf(page, rows, context.principal).map((row) =>
    type.count ? { ...row, count: told.get(row.id) } : row,
  );
}

/** Reads the record that an address names. */
export async function fetchOne<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  scope: ReadScope,
  key: RecordKey,
): Promise<T['row'] | undefined> {
  const { alias, count } = type;
  const select = buildSelect(db, type, scope, key, (anybody, condition) =>
    (type.select(db as never, anybody) as unknown as RecordSelect<T['row']>)
      .select(count ? [sql.ref(`${alias}.version`).as('version'), count.forRecord(anybody.now).as('count')] : [])
      .where(condition),
  );
  return (await db.executeQuery(select)).rows[0];
}
