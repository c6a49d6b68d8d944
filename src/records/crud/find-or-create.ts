import { sql, type QueryExecutorProvider } from 'kysely';
import { normalizeSlug, slugify } from '../../kernel/text/slugify.js';
import { nameKey } from '../../kernel/text/fold.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { claimNames } from './records-by-name.js';

/** How records of a kind are found by name and created. */
export interface FindOrCreate<Sent> {
  readonly kind: RecordKind;
  readonly nameOf: (sent: Sent) => string;
  /** The ids of what is known by these names, by name. */
  readonly find: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Creates records of new names, all at once, and tells their ids in that order. */
  readonly create: (sent: readonly Sent[]) => Promise<readonly number[]>;
  /** Whether a name may also be the slug of one that stands before it. */
  readonly slugs?: boolean;
}

/**
 * The ids of what is sent, in that order: ids as they are, what is known by its name, the rest created, each name once.
 *
 * Of transactions that bring the same new name, the others wait for the first and find what it has created, one after another. New
 * records are created in the order of their slugs, in which transactions that want the same slugs then wait.
 */
export async function findOrCreate<Sent extends object | string>(
  db: QueryExecutorProvider,
  { kind, nameOf, find, create, slugs = false }: FindOrCreate<Sent>,
  sent: readonly (number | Sent)[],
): Promise<number[]> {
  const named = new Map<string, Sent>();
  for (const each of sent) {
    if (typeof each !== 'number' && !named.has(nameOf(each))) named.set(nameOf(each), each);
  }
  const ids = new Map(await find([...named.keys()]));
  const unknown = [...named.keys()].filter((name) => !ids.has(name));
  if (unknown.length > 0) {
    await sql`savepoint claim`.execute(db);
    await claimNames(db, kind, unknown);
    for (const [name, id] of await find(unknown)) ids.set(name, id);
    // Gives the names back: where nothing is left to create, others need not wait until this transaction ends.
    if (unknown.every((name) => ids.has(name))) await sql`rollback to savepoint claim`.execute(db);
    const groups = alike(
      unknown.filter((name) => !ids.has(name)),
      slugs,
    );
    const created = groups.length > 0 ? await create(groups.map(([first = '']) => named.get(first) as Sent)) : [];
    for (const [index, group] of groups.entries()) for (const name of group) ids.set(name, created[index] as number);
  }
  return sent.map((each) => (typeof each === 'number' ? each : (ids.get(nameOf(each)) as number)));
}

/** New names by the record that they are to name, first the one that it gets; the records in the order of their slugs. */
function alike(names: readonly string[], slugs: boolean): string[][] {
  const byName = new Map<string, string[]>();
  const bySlug = new Map<string, string[]>();
  for (const name of names) {
    const known = byName.get(nameKey(name)) ?? (slugs ? bySlug.get(normalizeSlug(name)) : undefined);
    if (known) known.push(name);
    const group = known ?? [name];
    byName.set(nameKey(name), group);
    if (!bySlug.has(slugify(name))) bySlug.set(slugify(name), group);
  }
  const slugOf = ([first = '']: readonly string[]) => slugify(first);
  const groups = [...new Set(byName.values())];
  return groups.toSorted((one, other) => Number(slugOf(one) > slugOf(other)) - Number(slugOf(one) < slugOf(other)));
}
