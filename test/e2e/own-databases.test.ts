import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { databaseOptions } from '../../src/database/database-options.js';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { createTestCalendar } from '../../src/testing/test-calendar.js';
import { query, withRolledBackTransaction } from '../support/database/database-session.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { runCommandInProcess } from '../support/processes/run-command-in-process.js';

/** Key of the advisory lock that a process holds while it migrates. */
const MIGRATION_LOCK_KEY = 7_226_400;

describe('Own databases', () => {
  /** A role without superuser rights, as hosting providers grant. Roles belong to the whole server. */
  const ROLE = 'own_databases_role';

  let server: TestDatabase;
  beforeAll(async () => {
    server = await createTestDatabase('template0');
    await query(server.url, `create role ${ROLE} login password 'secret'`);
  });
  afterAll(async () => {
    await query(server.url, `drop role ${ROLE}`);
    await server.drop();
  });

  const asRole = (url: string, parameters = '') => `${url.replace(/\/\/[^@]+@/, `//${ROLE}:secret@`)}${parameters}`;

  /** Runs `work` on a new database after a superuser has run `statements`. `NAME` in them is the name of the database. */
  async function withDatabase(
    {
      template = 'template0',
      statements = [],
    }: { template?: 'template0' | 'calendar_template'; statements?: readonly string[] },
    work: (url: string, name: string) => Promise<void>,
  ): Promise<void> {
    const database = await createTestDatabase(template);
    const name = new URL(database.url).pathname.slice(1);
    try {
      for (const statement of statements) await query(database.url, statement.replaceAll('NAME', name));
      await work(database.url, name);
    } finally {
      await database.drop();
    }
  }

  const OWNED = `alter database NAME owner to ${ROLE}`;

  describe('A database with another schema, date style and precision, and pg_trgm in a schema of its own', () => {
    const statements = [
      OWNED,
      `create schema app authorization ${ROLE}`,
      `alter role ${ROLE} in database NAME set search_path = app`,
      'create schema extensions',
      `grant usage on schema extensions to ${ROLE}`,
      'create extension pg_trgm schema extensions',
      `alter database NAME set datestyle = 'German'`,
      'alter database NAME set extra_float_digits = -15',
    ];

    it('is migrated once, and writes work also if DATABASE_URL contains options (11.1, 9.3)', async () => {
      await withDatabase({ statements }, async (url) => {
        const own = asRole(url, '?options=-c%20work_mem%3D8MB');
        expect(await migrateAndSyncLanguages(own, 'en')).toHaveLength(MIGRATIONS.length);
        expect(await migrateAndSyncLanguages(own, 'en')).toEqual([]);
        const calendar = await createTestCalendar({ environment: { DATABASE_URL: own, DEMO: 'false' } });
        const token = await calendar.createToken('editor');
        const json = { title: 'Fira', all_day: true, start_date: '2027-08-01', end_date: '2027-08-02' };
        const { status, body } = await calendar.request('POST', 'events', { token, json });
        expect([status, body['start_date']]).toEqual([201, '2027-08-01 00:00:00']);
        const patch = await calendar.request('PATCH', `events/${String(body['id'])}`, {
          token,
          json: { title: 'Mercat' },
        });
        expect([patch.status, patch.body['start_date']]).toEqual([200, '2027-08-01 00:00:00']);
        await calendar.close();
        const tables = `select distinct schemaname from pg_tables where tableowner = '${ROLE}'`;
        expect(await query(url, tables)).toEqual([{ schemaname: 'app' }]);
      });
    });

    it('does not change the settings that the service relies on (11.1)', async () => {
      await withDatabase({ statements }, async (url) => {
        const orm = await MikroORM.init(databaseOptions(asRole(url, '?options=-c%20datestyle%3DSQL')));
        const settings = ['timezone', 'datestyle', 'extra_float_digits', 'jit', 'statement_timeout', 'search_path'];
        const values = settings.map((name) => `current_setting('${name}') as ${name}`);
        expect(await orm.em.getConnection().execute(`select ${values.join()}`)).toEqual([
          {
            timezone: 'UTC',
            datestyle: 'ISO, MDY',
            extra_float_digits: '1',
            jit: 'off',
            statement_timeout: '3s',
            search_path: 'app',
          },
        ]);
        await orm.close(true);
      });
    });
  });

  describe('A database that the service cannot work with', () => {
    /** The short form has two obstacles and one encoding. */
    const OBSTACLES = casesByRunMode(
      [
        [
          'a role that may create nothing',
          {},
          `The role ${ROLE} may not create tables and extensions in the database NAME. Run: ALTER DATABASE NAME OWNER TO ${ROLE};`,
        ],
        [
          'tables of another role',
          { template: 'calendar_template' },
          `The role ${ROLE} may not use the tables of the database NAME, which belong to calendar. If calendar restored a backup, restore it with pg_restore --no-owner --role=${ROLE}.`,
        ],
        [
          'pg_trgm in a schema that is closed to the role',
          { statements: [OWNED, 'create schema closed', 'create extension pg_trgm schema closed'] },
          `The extension pg_trgm is in the schema closed, which the role ${ROLE} may not use. Run: GRANT USAGE ON SCHEMA closed TO ${ROLE};`,
        ],
        [
          'a search_path without a schema',
          { statements: [OWNED, 'alter database NAME set search_path = nowhere'] },
          `The search_path of role ${ROLE} contains no schema that exists in the database NAME. Create the schema, or change search_path.`,
        ],
      ] as const,
      ([, given]) => !('template' in given) && !JSON.stringify(given).includes('closed'),
    );

    it.each(OBSTACLES)('with %s is refused with the remedy (11.1)', async (_, given, message) => {
      await withDatabase(given, async (url, name) => {
        const own = asRole(url);
        await expect(migrateAndSyncLanguages(own, 'en')).rejects.toThrow(message.replaceAll('NAME', name));
      });
    });

    it.each(casesByRunMode(['LATIN1', 'SQL_ASCII'], (encoding) => encoding === 'LATIN1'))(
      'with the encoding %s is refused with the statement for another one (11.1)',
      async (encoding) => {
        const name = `own_${encoding.toLowerCase()}`;
        await query(
          server.url,
          `create database ${name} encoding '${encoding}' locale 'C' locale_provider 'libc' template template0`,
        );
        const url = server.url.replace(/[^/]+$/, name);
        await expect(migrateAndSyncLanguages(url, 'en')).rejects.toThrow(
          `The database ${name} has the encoding ${encoding}, but UTF8 is required. Create another one: CREATE DATABASE name OWNER calendar ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;`,
        );
        await query(server.url, `drop database ${name}`);
      },
    );

    it('that is read-only serves commands that read, and rejects others with the reason (11.1)', async () => {
      const statements = ['alter database NAME set default_transaction_read_only = on'];
      await withDatabase({ template: 'calendar_template', statements }, async (url) => {
        const variables = { DATABASE_URL: url };
        expect(await runCommandInProcess('user list', variables)).toEqual({ code: 0, out: '', err: '' });
        const err =
          'The database is read-only. Start again when it accepts writes, or set DATABASE_URL to the primary server.\n';
        expect(await runCommandInProcess('user create Ada --role editor', variables)).toEqual({
          code: 1,
          out: '',
          err,
        });
      });
    });
  });

  describe('A collation with a changed version', () => {
    const changed = `update pg_collation set collversion = '1' where collname = 'calendar_ca'`;
    const versions = `select collversion = pg_collation_actual_version(oid) as same from pg_collation where collname = 'calendar_ca'`;

    it('gets new indexes if the role owns it (7.4)', async () => {
      await withDatabase({ template: 'calendar_template', statements: [changed] }, async (url) => {
        const index = `select pg_relation_filenode('venue_translations_sort_ca_index') as file`;
        const before = await query(url, index);
        const log: string[] = [];
        await migrateAndSyncLanguages(url, 'en', { log: (line) => log.push(line) });
        expect(log).toEqual(['The version of the collation calendar_ca has changed. Rebuilding its indexes.']);
        expect(await query(url, versions)).toEqual([{ same: true }]);
        expect(await query(url, index)).not.toEqual(before);
      });
    });

    it('is reported with both statements if the role does not own it (7.4)', async () => {
      await withDatabase({ statements: [OWNED] }, async (url, name) => {
        await migrateAndSyncLanguages(asRole(url), 'en');
        await query(url, `alter collation calendar_ca owner to current_user; ${changed}`);
        const log: string[] = [];
        await migrateAndSyncLanguages(asRole(url), 'en', { log: (line) => log.push(line) });
        expect(log).toEqual([
          `The version of the collation calendar_ca has changed, so lists may be in a wrong order. Run as a superuser: REINDEX DATABASE ${name}; ALTER COLLATION calendar_ca REFRESH VERSION;`,
        ]);
        expect(await query(url, versions)).toEqual([{ same: false }]);
      });
    });
  });

  it('A migration lock that another session keeps is reported after 1 s, and an error after MIGRATION_LOCK_TIMEOUT (11.1)', async () => {
    const log: string[] = [];
    await withRolledBackTransaction(server.url, async (session) => {
      await session.query(`select pg_advisory_lock(${MIGRATION_LOCK_KEY})`);
      await expect(
        migrateAndSyncLanguages(server.url, 'en', { lockTimeout: 1.2, log: (line) => log.push(line) }),
      ).rejects.toThrow('Another process has kept the migration lock of the database for 1.2 s.');
    });
    expect(log).toEqual(['Waiting for another process that migrates the database.']);
  });
});
