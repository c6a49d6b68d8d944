import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Configuration } from '../kernel/config/configuration.js';
import { AccountStore } from './account-store.js';
import { hashToken, generateToken } from './token-format.js';

/**
 * Creates the first administrator if the database has no local one. Their token is `ADMIN_TOKEN`, which is valid while
 * it is set and never stored. Without it, their token is the one in the file `admin-token` (mode 600), generated if the
 * file is missing.
 * @returns the file with the token, if that token is valid
 */
export async function ensureAdministrator(
  em: EntityManager,
  configuration: Configuration,
): Promise<string | undefined> {
  const file = resolve(join(configuration.DATA_DIR, 'admin-token'));
  const accounts = new AccountStore(em);
  const users = await accounts.list();
  if (users.some(({ role, issuer }) => role === 'administrator' && issuer === null))
    return (await isValidToken(em, await readTokenFile(file))) ? file : undefined;
  if (configuration.ADMIN_TOKEN) {
    await accounts.create('admin', 'administrator');
    return undefined;
  }
  const token = (await readTokenFile(file)) ?? generateToken();
  await mkdir(dirname(file), { recursive: true, mode: 0o755 });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  // writeFile does not change the mode of an existing file.
  await chmod(file, 0o600);
  await accounts.create('admin', 'administrator', token);
  return file;
}

async function readTokenFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}

async function isValidToken(em: EntityManager, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const { rows } = await sql`
    select from tokens where hash = ${hashToken(token)} and revoked_at is null and (expires_at is null or expires_at > now())
  `.execute(em.getKysely());
  return rows.length > 0;
}
