import { FlushMode } from '@mikro-orm/core';
import { createPostgreSqlTypeParsers, defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import { PostgresClient } from './client/postgres-client.js';
import { MIGRATIONS } from './migrations/index.js';

/** Most connections of one process. */
const MAX_CONNECTIONS = 20;

/** OID of int8: identity columns end at 2^53 − 1, and counts stay below, so a JavaScript number holds them exactly. */
const INT8_OID = 20;

/**
 * How long the database may take, in milliseconds. MikroORM itself sets no limits. The database keeps to those of statements and locks;
 * where no word of it comes through any more, `query_timeout` is up a little later.
 */
const SERVE_TIMEOUTS = {
  // Until a connection is free. Opening one may take POOL_CONNECT_TIMEOUT_MS.
  connectionTimeoutMillis: 1_000,
  statement_timeout: 3_000,
  // As long as a request: the removal of a user may take so long.
  query_timeout: 15_500,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  // Those that nobody uses.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** How long opening a connection may take, in milliseconds: longer than the wait for a free one, as a busy machine opens many at once. */
const POOL_CONNECT_TIMEOUT_MS = 2_500;

/** Migrations take what they need. */
const MIGRATE_TIMEOUTS = { connectionTimeoutMillis: 10_000 };

/** The entities of an application, and the migrations that it has beside those of the calendar. */
export interface DatabaseSchema {
  readonly entities: NonNullable<Options['entities']>;
  readonly migrations?: NonNullable<NonNullable<Options['migrations']>['migrationsList']>;
}

/** Options of the ORM for a database, with limits for serving, without for migrating. */
export function ormOptions(
  url: string,
  purpose: 'serve' | 'migrate' = 'serve',
  { entities, migrations = [] }: DatabaseSchema = { entities: [] },
): Options {
  return defineConfig({
    entities: [...entities],
    clientUrl: url,
    pool: { min: 0, max: MAX_CONNECTIONS },
    forceUtcTimezone: true,
    // Nothing is written behind the back of `Records.save`, which counts and notes what a flush writes.
    flushMode: FlushMode.COMMIT,
    extensions: [Migrator],
    driverOptions: {
      // MikroORM takes the URL apart and loses its query, such as sslmode.
      connectionString: url,
      Client: PostgresClient,
      application_name: 'calendar-events-service',
      // Compiling a statement takes longer than any of ours.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
      types: typeOverrides(),
      ...(purpose === 'serve' ? { ...SERVE_TIMEOUTS, onPoolCreated: limitConnectTime } : MIGRATE_TIMEOUTS),
    },
    migrations: {
      tableName: 'migrations',
      migrationsList: [...MIGRATIONS, ...migrations],
      transactional: true,
      allOrNothing: true,
      snapshot: false,
      silent: true,
    },
  });
}

/** pg-pool has one limit for opening a connection and for waiting for a free one. It reads it when it begins to open. */
function limitConnectTime(pool: pg.Pool): void {
  const opener = pool as unknown as { newClient(request: unknown): void };
  const open = opener.newClient.bind(pool);
  opener.newClient = (request) => {
    const { connectionTimeoutMillis } = pool.options;
    pool.options.connectionTimeoutMillis = POOL_CONNECT_TIMEOUT_MS;
    open(request);
    pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
  };
}

/** MikroORM's own parsers, which keep dates as texts, and numbers for int8. */
function typeOverrides(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  const parsers = createPostgreSqlTypeParsers((text) => [text]);
  for (const [oid, parser] of Object.entries(parsers)) types.setTypeParser(Number(oid), parser);
  types.setTypeParser(INT8_OID, Number);
  return types;
}
