// PostgreSQL server of a test run, with a migrated database that every test file copies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { migrateAndSyncLanguages } from '../../../dist/database/migrate.js';
import { prepareCluster } from '../../../dist/embedded-postgres/cluster.js';
import { ensurePostgresFolder } from '../../../dist/embedded-postgres/data-directory.js';
import { databaseUrl, isReachable } from '../../../dist/embedded-postgres/database-connection.js';
import { launchOptions, pgdataArgument } from '../../../dist/embedded-postgres/postgres-program.js';

/** The service enforces durability on its own server, but test data need not survive a crash. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
];

let postmaster;
let folder;

export async function start() {
  folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));
  const cluster = await prepareCluster(await ensurePostgresFolder(folder), () => undefined);
  const port = await findFreePort();
  postmaster = startPostmaster(cluster, port);
  const urlOf = (database) => databaseUrl(port, cluster.password, database);
  await waitUntilReachable(urlOf('postgres'));
  await createDatabases(urlOf('postgres'), ['calendar', 'calendar_template']);
  await migrateAndSyncLanguages(urlOf('calendar_template'), 'en');
  process.env['TEST_SERVER_URL'] = urlOf('calendar');
}

export async function stop() {
  if (postmaster && postmaster.exitCode === null) {
    const exited = once(postmaster, 'exit');
    // Stops at once, without a checkpoint.
    postmaster.kill('SIGQUIT');
    await exited;
  }
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function startPostmaster({ binaries, directory }, port) {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const child = spawn(binaries.postgres, ['-D', pgdataArgument(directory), '-p', String(port), ...settings], {
    ...launchOptions(binaries.user, directory),
    stdio: 'ignore',
    detached: true,
  });
  process.once('exit', () => child.kill('SIGQUIT'));
  return child;
}

async function waitUntilReachable(url) {
  while (!(await isReachable(url))) {
    if (postmaster.exitCode !== null) throw new Error(`PostgreSQL exited with code ${postmaster.exitCode}`);
    await setTimeout(20);
  }
}

async function createDatabases(url, names) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of names) await client.query(`create database ${name}`);
  await client.end();
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
