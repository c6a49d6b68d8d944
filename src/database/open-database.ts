import type { Configuration } from '../kernel/config/configuration.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';

/** The database of the configuration: the one at `DATABASE_URL`, else the embedded one, started or attached to. */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Configuration,
  role: 'service' | 'command',
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir: DATA_DIR, role, log, onLost: exitOnDatabaseLoss });
}

/** Without its database the service is of no use: whoever supervises it may know better. */
function exitOnDatabaseLoss(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
