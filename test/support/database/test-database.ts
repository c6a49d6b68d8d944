import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of the test server. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Copies a template of the test server: the migrated one, or the empty `template0`. */
export async function createTestDatabase(
  template: 'calendar_template' | 'template0' = 'calendar_template',
): Promise<TestDatabase> {
  const server = process.env['TEST_SERVER_URL'];
  if (!server) throw new Error('No test server: run the tests with npm test');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files is faster than logging every page, because checkpoints of this server do not wait for the disk.
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  const url = server.replace(/\/calendar$/, `/${name}`);
  return { url, drop: () => dropTestDatabase(url) };
}

export function dropTestDatabase(url: string): Promise<void> {
  const [server, name] = url.split(/\/(?=\w+$)/) as [string, string];
  return execute(`${server}/calendar`, `drop database if exists ${name} with (force)`);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
