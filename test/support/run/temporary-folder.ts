import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A folder that is removed after the tests of a file. Other accounts can read it: if root runs the tests, PostgreSQL runs under another
 * account.
 */
export function useTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `calendar-${name}-`));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
