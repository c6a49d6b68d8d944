import pg from 'pg';
import { SUPERUSER } from './cluster-creation.js';

/** The database of the service in its cluster. */
const DATABASE_NAME = 'calendar';
const CONNECT_TIMEOUT_MS = 5_000;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const INVALID_CATALOG_NAME = '3D000';

/** The address of the service's database, password included: not for logs. */
export function databaseUrl(port: number, password: string, database = DATABASE_NAME): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Whether the service's database answers at that address. */
export async function isReachable(url: string): Promise<boolean> {
  return runQuery(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Makes the service's database where it is missing; rejects when the server does not answer. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await runQuery(databaseUrl(port, password), 'SELECT 1');
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_CATALOG_NAME) throw error;
    await runQuery(databaseUrl(port, password, 'postgres'), `CREATE DATABASE ${DATABASE_NAME}`);
  }
}

async function runQuery(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ssl: false });
  // A connection that breaks while idle reports it as an event, which would end the process if nobody listened.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}
