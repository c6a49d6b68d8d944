import { CompiledQuery, sql, type Compilable, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { PageRow } from './list-statements.js';

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
