import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { normalizeSlug, slugify } from '../../kernel/text/slugify.js';
import { foldedNameKey } from '../../kernel/text/fold.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';

interface FindOrCreateOptions<Input> {
  readonly kind: RecordKind;
  readonly nameOf: (input: Input) => string;
  /** Returns the ids of existing records, by name. */
  readonly find: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Creates records. Returns their ids in the same order. */
  readonly create: (inputs: readonly Input[]) => Promise<readonly number[]>;
  /** Whether a name can also be the slug of an earlier one. */
  readonly matchesSlugs?: boolean;
}

export interface ResolvedIds {
  /** In the order of the input. */
  readonly ids: number[];
  /** Ids of the records that did not exist. */
  readonly created: ReadonlySet<number>;
}

/**
 * Resolves linked records: ids stay as they are, names are looked up, and unknown names are created, each once.
 *
 * Concurrent transactions with the same new name run one after another, so that later ones find the record of the first. New records are
 * created in the order of their slugs, so that transactions that claim the same slugs do not deadlock.
 */
export async function findOrCreate<Input extends object | string>(
  db: QueryExecutorProvider,
  options: FindOrCreateOptions<Input>,
  inputs: readonly (number | Input)[],
): Promise<ResolvedIds> {
  const { nameOf, find } = options;
  const inputsByName = new Map<string, Input>();
  for (const input of inputs) {
    if (typeof input !== 'number' && !inputsByName.has(nameOf(input))) inputsByName.set(nameOf(input), input);
  }
  const ids = new Map(inputsByName.size > 0 ? await find([...inputsByName.keys()]) : []);
  const unknown = new Map([...inputsByName].filter(([name]) => !ids.has(name)));
  const created = new Set<number>();
  if (unknown.size > 0) for (const [name, id] of await lockAndCreate(db, options, unknown, created)) ids.set(name, id);
  return {
    ids: inputs.map((input) => (typeof input === 'number' ? input : (ids.get(nameOf(input)) as number))),
    created,
  };
}

/** Returns the ids of unknown names: of records created by another transaction in the meantime, and of those created here. */
async function lockAndCreate<Input extends object | string>(
  db: QueryExecutorProvider,
  { kind, find, create, matchesSlugs = false }: FindOrCreateOptions<Input>,
  inputsByName: ReadonlyMap<string, Input>,
  created: Set<number>,
): Promise<ReadonlyMap<string, number>> {
  const names = [...inputsByName.keys()];
  await sql`savepoint claim`.execute(db);
  await lockNames(db, kind, names);
  const ids = new Map(await find(names));
  const missing = names.filter((name) => !ids.has(name));
  if (missing.length === 0) {
    // Releases the locks: nothing is left to create, so others need not wait for the end of this transaction.
    await sql`rollback to savepoint claim`.execute(db);
    return ids;
  }
  const groups = groupEquivalent(missing, matchesSlugs);
  const newIds = await create(groups.map(([first = '']) => inputsByName.get(first) as Input));
  for (const [index, group] of groups.entries()) for (const name of group) ids.set(name, newIds[index] as number);
  for (const id of newIds) created.add(id);
  return ids;
}

/**
 * Locks names and their slugs until the end of the transaction, so that only one transaction at a time creates records with them. Keys are
 * locked in a fixed order to avoid deadlocks.
 */
async function lockNames(db: QueryExecutorProvider, kind: RecordKind, names: readonly string[]): Promise<void> {
  const keys = new Set(
    names.flatMap((name) => [`${kind.name} ${foldedNameKey(name)}`, `${kind.name}/${slugify(name)}`]),
  );
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...keys].toSorted()}::text[]) as key
  `.execute(db);
}

/** Groups names that name the same new record, which gets the first name of its group. Groups are sorted by slug. */
function groupEquivalent(names: readonly string[], matchesSlugs: boolean): string[][] {
  const byName = new Map<string, string[]>();
  const bySlug = new Map<string, string[]>();
  for (const name of names) {
    const known = byName.get(foldedNameKey(name)) ?? (matchesSlugs ? bySlug.get(normalizeSlug(name)) : undefined);
    if (known) known.push(name);
    const group = known ?? [name];
    byName.set(foldedNameKey(name), group);
    if (!bySlug.has(slugify(name))) bySlug.set(slugify(name), group);
  }
  const slugOf = ([first = '']: readonly string[]) => slugify(first);
  const groups = [...new Set(byName.values())];
  return groups.toSorted((a, b) => Number(slugOf(a) > slugOf(b)) - Number(slugOf(a) < slugOf(b)));
}

/**
 * Finds readable records by their names in any language. If several records have a name, a name in the requested language takes
 * precedence, then the lowest id.
 * @returns ids by name. Unknown names are left out.
 */
export async function findIdsByName(
  db: QueryExecutorProvider,
  { principal, language }: RequestContext,
  { kind, now }: { readonly kind: RecordKind; readonly now: RawBuilder<Date> },
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const keys = [...new Set(names.map(foldedNameKey))];
  const { rows } = await sql<{ key: string; id: number }>`
    select distinct on (text.name_key) text.name_key as key, record.id
    from ${sql.table(kind.translationsTable)} as text
    join ${sql.table(kind.table)} as record on record.id = ${sql.ref(`text.${kind.foreignKey}`)}
    where md5(text.name_key) = any (array(select md5(each) from unnest(${keys}::text[]) as each))
      and text.name_key = any (${keys}::text[]) and ${kind.isVisible(principal, 'record', now, [])}
    order by text.name_key, text.language = ${language.requested} desc, record.id`.execute(db);
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  return new Map(
    names.flatMap((name) => {
      const id = ids.get(foldedNameKey(name));
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}
