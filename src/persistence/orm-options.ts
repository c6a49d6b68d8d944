import { FlushMode } from '@mikro-orm/core';
import { createPostgreSqlTypeParsers, defineConfig, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import { PostgresClient } from './client/postgres-client.js';
import { MIGRATIONS } from './migrations/index.js';

/** Maximum number of connections in the pool of a process. */
const MAX_CONNECTIONS = 20;

/** OID of int8: identity columns end at 2^53 − 1, and counts stay below, so a JavaScript number holds them exactly. */
const INT8_OID = 20;

/** Settings of every connection. JIT compilation takes longer than any statement of the service. */
const SESSION_SETTINGS = { timezone: 'UTC', datestyle: 'ISO', extra_float_digits: 1, jit: 'off' };

/** Timeouts of the server, in milliseconds. Migrations have none. */
const SERVER_TIMEOUTS = { statement_timeout: 3_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

/** Makes the schema of `pg_trgm` visible to migrations: managed databases have a schema for extensions. */
const EXTENSION_SCHEMA_SQL = `
  select set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace::text), false)
  from pg_extension where extname = 'pg_trgm'`;

/** Timeouts of the client, in milliseconds. MikroORM sets none by default. */
const SERVE_TIMEOUTS = {
  // Wait for a free connection. Opening one may take POOL_CONNECT_TIMEOUT_MS.
  connectionTimeoutMillis: 1_000,
  // For a server that does not respond. Slightly longer than the deadline of a request: the removal of a user may use all of it.
  query_timeout: 15_500,
  // Detects idle connections that were lost.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Timeout for opening a connection, in milliseconds. A busy machine opens many at once, so it is longer than the wait for a free one. */
const POOL_CONNECT_TIMEOUT_MS = 2_500;

/** Timeouts of the client for migrations, in milliseconds. Statements have none. */
const MIGRATE_TIMEOUTS = { connectionTimeoutMillis: 10_000 };

/** Entities of an application, and the migrations that it has in addition to those of the calendar. */
interface EntitiesAndMigrations {
  readonly entities: NonNullable<Options['entities']>;
  readonly migrations?: NonNullable<NonNullable<Options['migrations']>['migrationsList']>;
}

/** Options of the ORM for a database: with timeouts for serving, without for migrating. */
export function ormOptions(
  url: string,
  purpose: 'serve' | 'migrate' = 'serve',
  { entities, migrations = [] }: EntitiesAndMigrations = { entities: [] },
): Options {
  return defineConfig({
    entities: [...entities],
    clientUrl: url,
    pool: { min: 0, max: MAX_CONNECTIONS },
    forceUtcTimezone: true,
    // A query must not flush: only `RecordStore` flushes records, because it also updates versions and the audit.
    flushMode: FlushMode.COMMIT,
    extensions: [Migrator],
    driverOptions: {
      // MikroORM parses the URL and drops its query parameters, such as sslmode.
      connectionString: url,
      Client: PostgresClient,
      application_name: 'calendar-events-service',
      types: typeOverrides(),
      onConnect: (client: pg.Client) => applySettings(client, purpose),
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

/**
 * Settings are statements, not startup parameters: `options` in DATABASE_URL would replace those, and PgBouncer rejects them. In pipeline
 * mode, the first statement of the connection does not wait for them. If one fails, the connection is closed.
 */
function applySettings(client: pg.Client, purpose: 'serve' | 'migrate'): void {
  const settings = { ...SESSION_SETTINGS, ...(purpose === 'serve' ? SERVER_TIMEOUTS : {}) };
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
  if (purpose === 'migrate') statements.push(EXTENSION_SCHEMA_SQL);
  client.query(statements.join('; ')).catch(() => client.connection.stream.destroy());
}

/** pg-pool has one timeout for opening a connection and for waiting for a free one. It reads the option when it begins to open one. */
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

/** MikroORM's parsers, which keep dates as texts, and numbers for int8. */
function typeOverrides(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  const parsers = createPostgreSqlTypeParsers((text) => [text]);
  for (const [oid, parser] of Object.entries(parsers)) types.setTypeParser(Number(oid), parser);
  types.setTypeParser(INT8_OID, Number);
  return types;
}
