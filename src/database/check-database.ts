import type pg from 'pg';
import { SetupError } from '../kernel/errors/setup-error.js';

/** The oldest supported PostgreSQL, as `server_version_num`. */
const MIN_SERVER_VERSION = 150_000;

/** A database that the service can work with. */
export interface CheckedDatabase {
  /** Schema of the tables. */
  readonly schema: string;
}

interface DatabaseState {
  readonly version: number;
  readonly encoding: string;
  readonly database: string;
  readonly role: string;
  readonly schema: string | null;
  /** Owner of the table of migrations, if there is one. */
  readonly owner: string | null;
  readonly canUseTables: boolean;
  readonly canCreate: boolean;
  /** Schema of `pg_trgm`, if the role may not use it. */
  readonly closedSchema: string | null;
}

/** Reads privileges on the table of migrations only, and takes them as those on all tables. */
const STATE_SQL = `
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    quote_ident(current_database()) as database, quote_ident(current_user) as role, tables.nspname as schema,
    quote_ident(pg_get_userbyid(relowner)) as owner,
    has_table_privilege(migrations.oid, 'select') and has_table_privilege(migrations.oid, 'insert') as "canUseTables",
    has_schema_privilege(tables.oid, 'create')
      and (trigrams.oid is not null or has_database_privilege(current_database(), 'create')) as "canCreate",
    case when not has_schema_privilege(extnamespace, 'usage') then extnamespace::regnamespace::text end as "closedSchema"
  from (select to_regclass('migrations') as oid) as found
    left join pg_class as migrations using (oid)
    left join pg_namespace as tables
      on case when relnamespace is null then nspname = current_schema() else tables.oid = relnamespace end
    left join pg_extension as trigrams on extname = 'pg_trgm'`;

/** @throws {SetupError} with the remedy, if the service cannot work with the database */
export async function checkDatabase(client: pg.Client): Promise<CheckedDatabase> {
  const { rows } = await client.query<DatabaseState>(STATE_SQL);
  const state = rows[0] as DatabaseState;
  const problem = problemOf(state);
  if (problem) throw new SetupError(problem);
  return { schema: state.schema ?? '' };
}

function problemOf(state: DatabaseState): string | undefined {
  const { version, encoding, database, role, owner, closedSchema } = state;
  if (version < MIN_SERVER_VERSION)
    return `The database runs PostgreSQL ${Math.floor(version / 10_000)}, but ${MIN_SERVER_VERSION / 10_000} or newer is required. Upgrade it, or set DATABASE_URL to another database.`;
  if (encoding !== 'UTF8')
    return `The database ${database} has the encoding ${encoding}, but UTF8 is required. Create another one: CREATE DATABASE name OWNER ${role} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;`;
  if (state.schema === null)
    return `The search_path of role ${role} contains no schema that exists in the database ${database}. Create the schema, or change search_path.`;
  if (owner !== null && !state.canUseTables)
    return `The role ${role} may not use the tables of the database ${database}, which belong to ${owner}. If ${owner} restored a backup, restore it with pg_restore --no-owner --role=${role}.`;
  if (owner === null && !state.canCreate)
    return `The role ${role} may not create tables and extensions in the database ${database}. Run: ALTER DATABASE ${database} OWNER TO ${role};`;
  if (closedSchema !== null)
    return `The extension pg_trgm is in the schema ${closedSchema}, which the role ${role} may not use. Run: GRANT USAGE ON SCHEMA ${closedSchema} TO ${role};`;
  return undefined;
}
