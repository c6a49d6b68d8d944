import pg from 'pg';
import { errorMessageOf } from '../kernel/errors/describe-failure.js';
import { SetupError } from '../kernel/errors/setup-error.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** Remedies by code and message of a connection error. The first matching row applies. */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [
    /client password must be a string/,
    'The server requires a password, and DATABASE_URL has none: postgres://user:password@host:5432/database.',
  ],
  [
    /UNABLE_TO_|SELF_SIGNED_/,
    'If the certificate is from your own authority, name its file: sslrootcert=/path/ca.pem in DATABASE_URL, or NODE_EXTRA_CA_CERTS.',
  ],
  [
    /unsupported startup parameter/,
    'Remove the parameter from DATABASE_URL (ALTER ROLE … SET has the same effect as options), or add it to ignore_startup_parameters of PgBouncer.',
  ],
];

/**
 * Opens a connection without a statement timeout.
 * @throws {SetupError} with host, port, database, user and a remedy, never with the password
 */
export async function connectToDatabase(url: string): Promise<pg.Client> {
  const client = createClient(url);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // A half-open connection would keep this process running, and the server would hold it for a minute.
    client.connection.stream.destroy();
    const reason = errorMessageOf(error);
    const code = String((error as { code?: unknown }).code);
    const remedy = REMEDIES.find(([pattern]) => pattern.test(`${code} ${reason}`))?.[1] ?? 'Check DATABASE_URL.';
    const address = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`;
    const user = client.user ? ` as user ${client.user}` : '';
    throw new SetupError(
      `The database ${client.database} at ${address} cannot be reached${user}: ${reason}. ${remedy}`,
    );
  }
}

/** @throws {SetupError} if the URL is malformed, or if a certificate file that it names cannot be read */
function createClient(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  } catch (error) {
    throw new SetupError(`DATABASE_URL cannot be used: ${errorMessageOf(error)}.`);
  }
}
