import { query } from '../database/database-session.js';

/** Outcome of the writes, by unique title. */
export interface WriteLedger {
  /** Ids in the responses. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Titles with an unknown outcome: no response, or 503. */
  readonly unknown: ReadonlySet<string>;
}

/** Comparison of a ledger with the database. */
export interface Reconciliation {
  readonly acknowledged: number;
  readonly unknown: number;
  /** Acknowledged, but not stored under that id. */
  readonly lost: number;
  /** Stored more than once. */
  readonly duplicated: number;
  /** Unknown, and stored. */
  readonly unknownStored: number;
}

export async function reconcile(databaseUrl: string, { acknowledged, unknown }: WriteLedger): Promise<Reconciliation> {
  const rows = await query<{ title: string; event: string }>(
    databaseUrl,
    'select title, event_id as event from event_translations',
  );
  const stored = Map.groupBy(rows, ({ title }) => title);
  const isStored = ([title, id]: [string, number]) =>
    stored.get(title)?.some(({ event }) => Number(event) === id) === true;
  return {
    acknowledged: acknowledged.size,
    unknown: unknown.size,
    lost: [...acknowledged].filter((entry) => !isStored(entry)).length,
    duplicated: [...acknowledged.keys(), ...unknown].filter((title) => (stored.get(title)?.length ?? 0) > 1).length,
    unknownStored: [...unknown].filter((title) => stored.has(title)).length,
  };
}
