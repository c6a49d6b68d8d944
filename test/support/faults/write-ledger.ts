import { query } from '../database-session.js';

/** What became of the writes that were sent, each known by a title that no other has. */
export interface WriteLedger {
  /** Ids as they were answered. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Titles of which nobody knows whether they were stored: no answer came, or 503. */
  readonly unknown: ReadonlySet<string>;
}

/** What a database holds of what was sent. */
export interface Reconciliation {
  readonly acknowledged: number;
  readonly unknown: number;
  /** Acknowledged, and not there under that id. */
  readonly lost: number;
  /** Those of them all that are there more than once. */
  readonly duplicated: number;
  /** Of the unknown ones, those that are there. */
  readonly unknownStored: number;
}

/** Compares what was answered with what is stored. */
export async function reconcile(databaseUrl: string, { acknowledged, unknown }: WriteLedger): Promise<Reconciliation> {
  const rows = await query<{ title: string; event: string }>(
    databaseUrl,
    'select title, event_id as event from event_translations',
  );
  const stored = Map.groupBy(rows, ({ title }) => title);
  const isThere = ([title, id]: [string, number]) =>
    stored.get(title)?.some(({ event }) => Number(event) === id) === true;
  return {
    acknowledged: acknowledged.size,
    unknown: unknown.size,
    lost: [...acknowledged].filter((each) => !isThere(each)).length,
    duplicated: [...acknowledged.keys(), ...unknown].filter((title) => (stored.get(title)?.length ?? 0) > 1).length,
    unknownStored: [...unknown].filter((title) => stored.has(title)).length,
  };
}
