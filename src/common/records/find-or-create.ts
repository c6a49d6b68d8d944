import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { visible } from '../auth/readable-ids.js';
import type { RequestContext } from '../http/request-context.js';
import type { SlugKind } from '../slug/take-slug.js';
import { fold } from '../text/fold.js';
import { TABLES } from './tables.js';

/** Kinds of records that events link by name. */
export type NamedKind = Exclude<SlugKind, 'event'>;

/** How records of a kind are found by name and created. */
export interface FindOrCreate<Sent> {
  readonly kind: NamedKind;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  readonly nameOf: (sent: Sent) => string;
  /** Creates the record, and tells its id. */
  readonly create: (sent: Sent) => Promise<number>;
}

/**
 * The ids of what is sent, in that order: ids as they are; what has a name of a record that the requester may read is
 * that record, in whatever language it has the name; the rest is created, each name once.
 *
 * Of two transactions that bring the same new name, the second waits for the first and finds what it has created.
 */
export async function findOrCreate<Sent extends object | string>(
  db: QueryExecutorProvider,
  context: RequestContext,
  { kind, now, nameOf, create }: FindOrCreate<Sent>,
  sent: readonly (number | Sent)[],
): Promise<number[]> {
  const named = new Map<string, Sent>();
  for (const each of sent.filter((one) => typeof one !== 'number')) {
    const name = fold(nameOf(each));
    if (!named.has(name)) named.set(name, each);
  }
  const known = await idsByName(db, context, kind, [...named.keys()], now);
  const unknown = [...named.keys()].filter((name) => !known.has(name)).toSorted();
  await claimNames(db, kind, unknown);
  for (const [name, id] of await idsByName(db, context, kind, unknown, now)) known.set(name, id);
  for (const name of unknown) {
    const each = named.get(name);
    if (each !== undefined && !known.has(name)) known.set(name, await create(each));
  }
  return sent.map((each) => (typeof each === 'number' ? each : (known.get(fold(nameOf(each))) ?? 0)));
}

/** Of several records of a name, one that has it in the language asked for wins, then the lowest id. */
async function idsByName(
  db: QueryExecutorProvider,
  { principal, language }: RequestContext,
  kind: NamedKind,
  names: readonly string[],
  now: RawBuilder<Date>,
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const record = sql.ref(`text.${kind}_id`);
  const { rows } = await sql<{ name: string; id: number }>`
    select distinct on (text.folded_name) text.folded_name as name, record.id
    from ${sql.table(`${kind}_texts`)} as text join ${sql.table(TABLES[kind])} as record on record.id = ${record}
    where md5(text.folded_name) = any (array(select md5(each) from unnest(${names}::text[]) as each))
      and text.folded_name = any (${names}::text[]) and ${visible(principal, TABLES[kind], 'record', now)}
    order by text.folded_name, text.language = ${language.asked} desc, record.id`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Waits for other transactions that are about to create a record of one of these names; sorted, so that none waits in a circle. */
async function claimNames(db: QueryExecutorProvider, kind: NamedKind, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${kind} || ':' || name, 0)) from unnest(${names}::text[]) as name
  `.execute(db);
}
