import type { Configuration } from '../kernel/config/configuration.js';
import { startEmbeddedPostgres, type RunningDatabase } from '../embedded-postgres/embedded-postgres.js';

/** Opens the configured database: the one at `DATABASE_URL`, or the embedded one. */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Configuration,
  role: 'service' | 'command',
  log: (line: string) => void,
): Promise<RunningDatabase> {
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir: DATA_DIR, role, log, onLost: exitOnDatabaseLoss });
}

/** The process cannot work without its database. A supervisor may restart it. */
function exitOnDatabaseLoss(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
