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
import { LRUCache } from 'lru-cache';
import { keepPlan } from '../../persistence/client/calendar-client.js';
import type { Requester } from '../../kernel/context/permissions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { AddedRow } from '../extension-points/addition.js';
import type { Additions } from '../extension-points/additions.js';
import type { PageRow } from '../lists/list-statements.js';
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

/** What of a reader differs from request to request. */
type Filled = Pick<Reader, 'now'> & { readonly requester: RawBuilder<number | null> };

/** What fills the holes that {@link inTemplate} leaves. */
export const fillingsOf = ({ now, requester: { id } }: Reader): Filled => ({ now, requester: sql`${id}` });

/** The same reader where nobody's id stands, nor any moment: a select that is made for him serves the next of that role too. */
export const inTemplate = (reader: Reader, { now, requester: id }: Filled): Reader => ({
  ...reader,
  now,
  requester: { role: reader.requester.role, id },
});

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

/** What differs from request to request. */
interface Holes {
  readonly now: RawBuilder<Date>;
  /** The rows of a page. */
  readonly page: RawBuilder<PageRow>;
  /** The id of whoever asks. */
  readonly requester: RawBuilder<number | null>;
  /** The condition that one row fulfils. */
  readonly isWanted: RawBuilder<SqlBool>;
}

const HOLE = /\/\*\?(\w+)\*\//;
const HOLES: Holes = {
  now: sql.raw('/*?now*/'),
  page: sql.raw('/*?page*/'),
  isWanted: sql.raw('/*?isWanted*/'),
  requester: sql.raw('/*?requester*/'),
};

/** The texts of selects, before, between and behind their holes. */
const templates = new Map<string, readonly string[]>();

/** Selects as they are sent, by the texts of what fills them: those that were asked for last, as parameters can be combined at will. */
const texts = new LRUCache<string, string>({ max: 200 });

/**
 * A select that is put together once for each name, and compiled once for each shape of what fills it: both take a good part of the
 * time of a read.
 * @param name tells one text from another: with all that `build` makes a difference of
 * @throws {Error} where `build` writes a value into the select, which the next request would be answered by
 */
export function fromTemplate<Row>(
  db: QueryExecutorProvider,
  name: string,
  build: (holes: Holes) => Compilable<Row>,
  fillings: Partial<Holes>,
): CompiledQuery<Row> {
  const pieces = templates.get(name) ?? remember(name, build(HOLES));
  const used = Object.entries(fillings).filter(([hole]) => pieces.includes(hole));
  const filled = used.map(([hole, filling]) => [hole, filling.compile(db)] as const);
  const key = [name, ...filled.map(([, { sql: text }]) => text)].join('\n');
  const text = texts.get(key) ?? compiled(db, pieces, fillings);
  texts.set(key, text);
  if (fillings.isWanted) keepPlan(text);
  const parameters = new Map(filled.map(([hole, query]) => [hole, query.parameters]));
  const all = pieces.flatMap((hole, place) => (place % 2 === 0 ? [] : (parameters.get(hole) ?? [])));
  return CompiledQuery.raw(text, all);
}

function compiled(db: QueryExecutorProvider, pieces: readonly string[], fillings: Partial<Holes>): string {
  const filled = pieces.map((piece, place) => (place % 2 === 0 ? sql.raw(piece) : fillings[piece as keyof Holes]));
  return sql`${sql.join(filled, sql``)}`.compile(db).sql;
}

function remember(name: string, select: Compilable): readonly string[] {
  const { sql: text, parameters } = select.compile();
  if (parameters.length > 0) throw new Error(`The select "${name}" holds a value where it needs a hole`);
  const pieces = text.split(HOLE);
  templates.set(name, pieces);
  return pieces;
}

/** The select of a resource as the engine extends it, whatever its tables are. */
type Select<Row> = SelectQueryBuilder<Record<string, PageRow>, string, Row>;

const selectOf = <T extends ResourceTypes>(type: ResourceType<T>, db: Kysely<unknown>, reader: Reader) =>
  type.select(db as never, reader) as unknown as Select<T['row']>;

/** Reads the records of a page, in its order. */
export async function readPageOf<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  reader: Reader,
  page: RawBuilder<PageRow>,
) {
  const { kind, alias } = type;
  const select = fromTemplate(
    db,
    `page of ${kind.plural} in ${nameOf(reader)}`,
    (holes) =>
      selectOf(type, db, inTemplate(reader, holes))
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', `${alias}.id`))
        .select('page.sort_value')
        .select(type.count ? [sql`page.told`.as('count')] : [])
        .orderBy('page.rank'),
    { ...fillingsOf(reader), page },
  );
  return (await db.executeQuery(select)).rows as unknown as (T['row'] & { id: number; sort_value: string })[];
}

/** Reads the record that fulfils a condition. */
export async function readOneOf<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  reader: Reader,
  isWanted: RawBuilder<SqlBool>,
): Promise<T['row'] | undefined> {
  const { kind, alias, count } = type;
  const select = fromTemplate(
    db,
    `${kind.name} in ${nameOf(reader)}`,
    (holes) =>
      selectOf(type, db, inTemplate(reader, holes))
        .select(count ? [sql.ref(`${alias}.version`).as('version'), count.ofOne(holes.now).as('count')] : [])
        .where(holes.isWanted),
    { ...fillingsOf(reader), isWanted },
  );
  return (await db.executeQuery(select)).rows[0];
}
