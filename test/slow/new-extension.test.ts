import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { copyProduct } from '../support/product-copy.js';
import { endServiceProcesses, startServiceProcess } from '../support/service-process.js';

const run = promisify(execFile);
const ADMIN_TOKEN = 'extension-administrator-0123456789abcdef';

let folder: string;

/** Runs one of the project's tools in the copy, and gives what it says, however it ends. */
async function tool(...words: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(process.execPath, [...words], { cwd: folder, maxBuffer: 1e8 });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `failed: ${stdout}${stderr}`;
  }
}

const copy = (...parts: readonly string[]) =>
  parts.forEach((part) => cpSync(part, join(folder, part), { recursive: true }));

beforeAll(async () => {
  folder = copyProduct();
  copy('scripts', 'package-lock.json', 'mikro-orm.config.ts');
  await tool('scripts/build-if-needed.mjs');
}, 120_000);
afterEach(endServiceProcesses);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('extension new', () => {
  it('writes a module whose types are right', async () => {
    const said = await tool('dist/cli/main.js', 'extension', 'new', 'sponsors');
    expect(said).toContain('sponsors.controller.ts\n');
    expect(said.split('\n').at(-2)).toMatch(
      /^Written to .*\/extensions\/sponsors\. Start the service with EXTENSIONS=sponsors\.$/,
    );
    expect(readFileSync(join(folder, 'extensions/sponsors/sponsors.service.ts'), 'utf8')).not.toMatch(/__\w+__/);
    const remembered = join(folder, 'types.tsbuildinfo');
    expect(await tool('node_modules/typescript/bin/tsc', '--noEmit', '--tsBuildInfoFile', remembered)).toBe('');
  }, 120_000);

  it('refuses a name that is none, and one that is taken', async () => {
    expect(await tool('dist/cli/main.js', 'extension', 'new', 'sponsors')).toMatch(
      /^failed: There is a folder .* already: choose another name\.\n$/,
    );
    expect(await tool('dist/cli/main.js', 'extension', 'new', 'venues')).toContain(
      'There are records called venues already',
    );
    expect(await tool('dist/cli/main.js', 'extension', 'new', '../up')).toContain(
      'Use two different words of lower-case letters',
    );
    expect(existsSync(join(folder, 'up'))).toBe(false);
  }, 60_000);

  it('writes a module that is built, started by its name, and served', async () => {
    await tool('scripts/build-if-needed.mjs');
    const environment = { EXTENSIONS: 'sponsors', DATA_DIR: join(folder, 'data'), ADMIN_TOKEN, LOG_LEVEL: 'error' };
    const base = `${await startServiceProcess(environment, false, folder).origin}/calendar/events/v1`;
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
    const created = await fetch(`${base}/sponsors`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Banc' }),
    });
    expect([created.status, await created.json()]).toEqual([201, expect.objectContaining({ slug: 'banc' })]);
    const listed = (await (await fetch(`${base}/sponsors?search=ban`)).json()) as { sponsors: object[] };
    expect(listed.sponsors).toHaveLength(1);
    for (const language of ['ca', 'en', 'es']) {
      const text = await (await fetch(`${base}/doc?ml_language=${language}`)).text();
      expect(text).toContain('/calendar/events/v1/sponsors/by-slug/{slug}');
      expect(text).not.toMatch(/"(fields|operations|examples|errors|validation)\.[\w.]+"/);
    }
  }, 120_000);

  it('writes tests that pass', async () => {
    copy('jest.config.mjs', 'test/support');
    const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
    const said = await tool(...jest, '--selectProjects', 'e2e', '--testPathPatterns', 'extensions/sponsors');
    expect(said).toMatch(/Tests: +2 passed, 2 total/);
  }, 120_000);
});
