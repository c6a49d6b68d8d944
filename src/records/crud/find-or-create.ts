import { sql, type QueryExecutorProvider } from 'kysely';
import { normalizeSlug, slugify } from '../../kernel/text/slugify.js';
import { foldedNameKey } from '../../kernel/text/fold.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { lockNames } from './find-ids-by-name.js';

/** How records of a kind are found by name and created. */
export interface FindOrCreateOptions<Input> {
  readonly kind: RecordKind;
  readonly nameOf: (input: Input) => string;
  /** The ids of what is known by these names, by name. */
  readonly find: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Creates records of new names, all at once, and tells their ids in that order. */
  readonly create: (inputs: readonly Input[]) => Promise<readonly number[]>;
  /** Whether a name may also be the slug of one that stands before it. */
  readonly matchesSlugs?: boolean;
}

/** Linked records. */
export interface ResolvedIds {
  /** In the order of the input. */
  readonly ids: number[];
  /** Those of records that did not exist. */
  readonly created: ReadonlySet<number>;
}

/**
 * The ids of what is sent, in that order: ids as they are, what is known by its name, the rest created, each name once.
 *
 * Of transactions that bring the same new name, the others wait for the first and find what it has created, one after another. New
 * records are created in the order of their slugs, in which transactions that want the same slugs then wait.
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

/** The ids of unknown names: of records that another transaction has created meanwhile, and of those created here. */
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
    // Gives the names back: where nothing is left to create, others need not wait until this transaction ends.
    await sql`rollback to savepoint claim`.execute(db);
    return ids;
  }
  const groups = groupEquivalent(missing, matchesSlugs);
  const newIds = await create(groups.map(([first = '']) => inputsByName.get(first) as Input));
  for (const [index, group] of groups.entries()) for (const name of group) ids.set(name, newIds[index] as number);
  for (const id of newIds) created.add(id);
  return ids;
}

/** New names by the record that they are to name, first the one that it gets; the records in the order of their slugs. */
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
