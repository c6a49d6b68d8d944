import { sql, type QueryExecutorProvider } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { foldedNameKey } from '../../kernel/text/fold.js';
import { deriveSlug } from '../translations/slugs.js';

interface FindOrCreateOptions<Input> {
  readonly kind: RecordKind;
  readonly nameOf: (input: Input) => string;
  /** Returns the ids of existing records in the order of the inputs, `undefined` for new ones. */
  readonly find: (inputs: readonly Input[]) => Promise<readonly (number | undefined)[]>;
  /** How well an input describes the new record of an earlier input. `undefined` if it describes another record. */
  readonly similarity: (input: NewRecord<Input>, earlier: NewRecord<Input>) => number | undefined;
  /** Creates records. Returns their ids in the same order. */
  readonly create: (inputs: readonly Input[]) => Promise<readonly number[]>;
}

/** An input that no existing record matches. */
export interface NewRecord<Input> {
  readonly input: Input;
  readonly name: string;
  /** The name, folded for comparison. */
  readonly key: string;
  /** The slug derived from the name. */
  readonly slug: string;
}

export interface ResolvedIds {
  /** In the order of the input. */
  readonly ids: number[];
  /** Ids of the records that did not exist. */
  readonly created: ReadonlySet<number>;
}

/**
 * Resolves linked records: ids stay as they are, other records are found, and unknown ones are created, each once.
 *
 * Concurrent transactions with the same new name run one after another, so that later ones find the record of the first. New records are
 * created in the order of their slugs, so that transactions that claim the same slugs do not deadlock.
 */
export async function findOrCreate<Input extends object>(
  db: QueryExecutorProvider,
  options: FindOrCreateOptions<Input>,
  links: readonly (number | Input)[],
): Promise<ResolvedIds> {
  const inputs = links.filter((link) => typeof link !== 'number');
  const ids = new Map<Input, number>();
  const find = async () => {
    for (const [index, id] of (await options.find(inputs)).entries()) if (id) ids.set(inputs[index] as Input, id);
    return inputs.filter((input) => !ids.has(input));
  };
  const unknown = inputs.length > 0 ? await find() : [];
  const created = unknown.length > 0 ? await lockAndCreate(db, options, unknown, find) : [];
  for (const { records, id } of created) for (const { input } of records) ids.set(input, id);
  return {
    ids: links.map((link) => (typeof link === 'number' ? link : (ids.get(link) as number))),
    created: new Set(created.map(({ id }) => id)),
  };
}

/**
 * Creates the records that another transaction has not created in the meantime. Returns the inputs and the id of each.
 */
async function lockAndCreate<Input extends object>(
  db: QueryExecutorProvider,
  { kind, nameOf, similarity, create }: FindOrCreateOptions<Input>,
  unknown: readonly Input[],
  findAgain: () => Promise<readonly Input[]>,
) {
  const describe = (input: Input): NewRecord<Input> => {
    const name = nameOf(input);
    return { input, name, key: foldedNameKey(name), slug: deriveSlug(kind, name) };
  };
  await sql`savepoint claim`.execute(db);
  await lockNames(db, kind, unknown.map(describe));
  const missing = await findAgain();
  if (missing.length === 0) {
    // Releases the locks: nothing is left to create, so others need not wait for the end of this transaction.
    await sql`rollback to savepoint claim`.execute(db);
    return [];
  }
  const groups = groupSimilar(missing.map(describe), similarity);
  const ids = await create(groups.map(([first]) => first.input));
  return groups.map((records, index) => ({ records, id: ids[index] as number }));
}

/**
 * Locks names and their slugs until the end of the transaction, so that only one transaction at a time creates records with them. Keys are
 * locked in a fixed order to avoid deadlocks.
 */
async function lockNames(
  db: QueryExecutorProvider,
  kind: RecordKind,
  records: readonly NewRecord<unknown>[],
): Promise<void> {
  const keys = new Set(records.flatMap(({ key, slug }) => [`${kind.name} ${key}`, `${kind.name}/${slug}`]));
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...keys].toSorted()}::text[]) as key
  `.execute(db);
}

/** Groups inputs that describe the same new record, which is created from the first of its group. Groups are sorted by slug. */
function groupSimilar<Input>(
  records: readonly NewRecord<Input>[],
  similarity: FindOrCreateOptions<Input>['similarity'],
): [NewRecord<Input>, ...NewRecord<Input>[]][] {
  const groups: [NewRecord<Input>, ...NewRecord<Input>[]][] = [];
  for (const record of records) {
    const best = closest(groups, ([first]) => similarity(record, first));
    if (best) best.push(record);
    else groups.push([record]);
  }
  return groups.toSorted(([a], [b]) => Number(a.slug > b.slug) - Number(a.slug < b.slug));
}

/** The first of the candidates with the highest similarity. `undefined` if all are different. */
export function closest<Candidate>(
  candidates: readonly Candidate[],
  similarityOf: (candidate: Candidate) => number | undefined,
): Candidate | undefined {
  const compared = candidates.map((candidate) => ({ candidate, similarity: similarityOf(candidate) ?? -1 }));
  const [best] = compared.filter(({ similarity }) => similarity >= 0).toSorted((a, b) => b.similarity - a.similarity);
  return best?.candidate;
}
