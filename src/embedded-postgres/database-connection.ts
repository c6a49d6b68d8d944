import pg from 'pg';

/** Superuser of the cluster, as which the service connects. */
export const SUPERUSER = 'calendar';
const DATABASE_NAME = 'calendar';
const CONNECT_TIMEOUT_MS = 5_000;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const INVALID_CATALOG_NAME = '3D000';

/** URL of the service's database, with the password: not for logs. */
export function databaseUrl(port: number, password: string, database = DATABASE_NAME): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

export async function isReachable(url: string): Promise<boolean> {
  return connectAndExecute(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Creates the service's database if it is missing. Rejects if the server does not respond. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  await connectAndExecute(databaseUrl(port, password), 'SELECT 1').catch((error: { code?: string }) => {
    if (error.code !== INVALID_CATALOG_NAME) throw error;
    return connectAndExecute(databaseUrl(port, password, 'postgres'), `CREATE DATABASE ${DATABASE_NAME}`);
  });
}

async function connectAndExecute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ssl: false });
  // Without a listener, a connection that breaks while it is idle would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}
