import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `DATA_DIR` of a service with an embedded database. Empty at first. */
export interface DataFolder {
  readonly path: string;
  /** URL of the database while the service runs. The next start may use another port. */
  databaseUrl(): string;
  /** Process id of the postmaster, whether or not it still runs. */
  postmaster(): number;
  /** The administrator's token, created by the first start. */
  token(): string;
  remove(): void;
}

export function createDataFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'calendar-faults-'));
  const read = (name: string) => readFileSync(join(path, name), 'utf8').trim();
  return {
    path,
    databaseUrl: () => (JSON.parse(read('postgres/owner.json')) as { url: string }).url,
    postmaster: () => Number(read('postgres/cluster/postmaster.pid').split('\n')[0]),
    token: () => read('admin-token'),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}
