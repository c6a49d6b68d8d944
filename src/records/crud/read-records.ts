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
import type { Requester } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKey } from '../../kernel/context/record-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { AddedRow } from '../extension-points/addition.js';
import type { Additions } from '../extension-points/additions.js';
import type { PageRow } from '../lists/list-statements.js';
import { isNamedBy } from '../translations/take-slug.js';
import { isReadable, type ReadRow } from './record-rights.js';
import type { ResourceType, ResourceTypes } from './resource-type.js';

/** For whom a record is read, and as what. */
export interface Reader {
  readonly requester: Requester;
  /** The language asked for. */
  readonly asked: Language;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  readonly additions: Additions;
}

/** What makes a select another one: the language, and, where something is added that may depend on it, the role. */
export function nameOf({ asked, requester, additions: { key } }: Reader): string {
  return key === '' ? asked : `${asked} for ${requester.role} with ${key}`;
}

/** The reader that a request is. */
export const readerOf = (
  { principal, language }: RequestContext,
  now: RawBuilder<Date>,
  additions: Additions,
): Reader => ({ requester: { role: principal.role, id: principal.id }, asked: language.asked, now, additions });

/** What extensions add to a select of records, by the alias of their table: nothing where there are none. */
export function addedTo(
  { additions, requester, asked, now }: Reader,
  kind: RecordKind,
  alias: string,
): readonly AliasedRawBuilder<AddedRow, 'added'>[] {
  return additions.selection(kind, { requester, asked, now, alias });
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
export function selectOf<Row>(
  db: QueryExecutorProvider,
  { kind, alias }: { readonly kind: RecordKind; readonly alias: string },
  reader: Reader,
  wanted: Wanted,
  build: (reader: Reader, isWanted: RawBuilder<SqlBool>) => Compilable<Row>,
): CompiledQuery<Row> {
  const [by, value] = Object.entries(wanted)[0] as [string, unknown];
  const { role, id } = reader.requester;
  const { sql: now, parameters: moment } = reader.now.compile(db);
  const name = [kind.plural, by, role, nameOf(reader), now].join(' ');
  let select = selects.get(name);
  if (!select) {
    const anybody = { ...reader, requester: { role, id: sql<number | null>`${REQUESTER}` } };
    select = build(anybody, isNamedBy(kind, sql.ref(`${alias}.id`), { [by]: WANTED } as unknown as Wanted)).compile();
    // A clock of tests alone writes its moment into it.
    if (moment.length === 0) selects.set(name, select);
    keepPlan(select.sql);
  }
  const values = new Map<unknown, unknown>([
    [REQUESTER, id],
    [WANTED, value],
  ]);
  const parameters = select.parameters.map((each) => (values.has(each) ? values.get(each) : each));
  return CompiledQuery.raw(select.sql, parameters) as CompiledQuery<Row>;
}

/** What was read of the rows of a page, in its order; what was hidden from the requester since they were found is left out. */
export function inOrderOf<Row extends ReadRow & { readonly id: number }>(
  page: readonly PageRow[],
  rows: readonly Row[],
  principal: Principal,
): Row[] {
  const byId = new Map(rows.filter((row) => isReadable(principal, row)).map((row) => [row.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The select of a resource as the engine extends it, whatever its tables are. */
type Select<Row> = SelectQueryBuilder<Record<string, { id: number }>, string, Row>;

/** Reads the records of a page, in its order. */
export async function readPageOf<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  context: RequestContext,
  reader: Reader,
  page: readonly PageRow[],
) {
  const select = selectOf(db, type, reader, { ids: page.map(({ id }) => id) }, (anybody, isWanted) =>
    (type.select(db as never, anybody) as unknown as Select<T['row']>).where(isWanted),
  );
  const rows = (await db.executeQuery(select)).rows as unknown as (T['row'] & { id: number })[];
  const told = new Map(page.map((each) => [each.id, each.told]));
  return inOrderOf(page, rows, context.principal).map((row) =>
    type.count ? { ...row, count: told.get(row.id) } : row,
  );
}

/** Reads the record that an address names. */
export async function readOneOf<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  reader: Reader,
  key: RecordKey,
): Promise<T['row'] | undefined> {
  const { alias, count } = type;
  const select = selectOf(db, type, reader, key, (anybody, isWanted) =>
    (type.select(db as never, anybody) as unknown as Select<T['row']>)
      .select(count ? [sql.ref(`${alias}.version`).as('version'), count.ofOne(anybody.now).as('count')] : [])
      .where(isWanted),
  );
  return (await db.executeQuery(select)).rows[0];
}
