import { sql, type Kysely } from 'kysely';

type Db = Kysely<unknown>;

/** Memory for index builds. With the default they take three times as long. */
const BUILD_MEMORY = sql.lit('512MB');

/**
 * Drops the search indexes of event texts before a large load. Building them afterwards takes a fraction of the time of
 * updating them per row. The definitions are stored in the database for {@link restoreSearchIndexes}.
 */
export async function dropSearchIndexes(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and tablename = 'event_translations' and indexdef like '% USING gin %'`.execute(
      transaction,
    );
    const definitions = [...(await remembered(transaction)), ...rows.map(({ definition }) => definition)];
    await sql`
      insert into service_state (key, value) values ('dropped_indexes', ${JSON.stringify(definitions)})
      on conflict (key) do update set value = excluded.value`.execute(transaction);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(transaction);
  });
}

/** Builds the dropped indexes, including those of a load that was killed before this step. */
export async function restoreSearchIndexes(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const definitions = await remembered(transaction);
    await sql`set local maintenance_work_mem = ${BUILD_MEMORY}`.execute(transaction);
    for (const definition of definitions) {
      await sql.raw(definition.replace(/^CREATE INDEX /, 'CREATE INDEX IF NOT EXISTS ')).execute(transaction);
    }
    await sql`delete from service_state where key = 'dropped_indexes'`.execute(transaction);
  });
}

async function remembered(db: Db): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from service_state where key = 'dropped_indexes' for update`.execute(db);
  return JSON.parse(rows[0]?.value ?? '[]') as string[];
}
