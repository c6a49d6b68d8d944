import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useProductCopy } from './product-copy.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';

const run = promisify(execFile);
const TEXT = readFileSync('docs/extending.md', 'utf8');
const SPEAKERS = 'extensions/speakers';

/** Fenced blocks of a language, with the file path in front of the block, if any. */
function blocks(language: string): { path: string | undefined; code: string }[] {
  const fences = new RegExp(`(?:\`(extensions/[^\`]+)\`:\\n\\n)?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g');
  return [...TEXT.matchAll(fences)].map(([, path, code = '']) => ({ path, code }));
}

const files = [...blocks('ts'), ...blocks('json')].flatMap(({ path, code }) => (path ? [{ path, code }] : []));
const hello = blocks('ts').find(({ code }) => code.includes('class HelloController'))?.code ?? '';
const examples = blocks('ts').filter(({ path, code }) => !path && /from 'calendar-events-service'/.test(code));
const requests = blocks('sh').find(({ code }) => code.startsWith('TOKEN='))?.code ?? '';

const folder = useProductCopy();

/** Runs a script in the copy and returns its output, prefixed with `failed: ` if it fails. */
async function runNode(...parameters: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(process.execPath, [...parameters], { cwd: folder, maxBuffer: 1e8 });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `failed: ${stdout}${stderr}`;
  }
}

const copy = (...parts: readonly string[]) =>
  parts.forEach((part) => cpSync(part, join(folder, part), { recursive: true }));

function write(path: string, code: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), code);
}

const build = () => runNode('scripts/build-if-needed.mjs');
const generate = (name: string) => runNode('dist/cli/main.js', 'extension', 'new', name);

beforeAll(async () => {
  copy('scripts', 'package-lock.json', 'mikro-orm.config.js');
  await build();
}, 120_000);

describe('extension new', () => {
  it('generates a module and prints how to enable it', async () => {
    const output = await generate('sponsors');
    expect(output).toContain('sponsors.controller.ts\n');
    expect(output).toMatch(/^Created .*\/extensions\/sponsors\. Start the service with EXTENSIONS=sponsors\.\n$/m);
    expect(readFileSync(join(folder, 'extensions/sponsors/sponsors.service.ts'), 'utf8')).not.toMatch(/__\w+__/);
  }, 60_000);

  it('rejects invalid and existing names', async () => {
    expect(await generate('sponsors')).toMatch(/^failed: The folder .* already exists\. Choose another name\.\n$/);
    expect(await generate('venues')).toContain('The name venues is already used');
    expect(await generate('orders')).toContain('The name orders is already used');
    expect(await generate('references')).toContain('“references” is a reserved word of SQL');
    expect(await generate('../up')).toContain('Names must be two different words of lower-case letters');
    expect(existsSync(join(folder, 'up'))).toBe(false);
  }, 60_000);
});

describe('docs/extending.md', () => {
  it('contains all code of the bundled extension', async () => {
    await generate('speakers');
    for (const file of globSync(`${SPEAKERS}/migrations/*`, { cwd: folder })) rmSync(join(folder, file));
    for (const { path, code } of files) write(path, code);
    if (!existsSync(SPEAKERS)) return;
    const filesIn = (root: string) => globSync(`${SPEAKERS}/**/*.{ts,json}`, { cwd: root, exclude: ['**/test/**'] });
    expect(filesIn(folder).toSorted()).toEqual(filesIn('.').toSorted());
    for (const path of filesIn('.'))
      expect([path, readFileSync(path, 'utf8')]).toEqual([path, readFileSync(join(folder, path), 'utf8')]);
  }, 60_000);
});

describe('Code pasted from docs/extending.md', () => {
  it('compiles without type errors', async () => {
    expect(examples.length).toBeGreaterThan(4);
    write('extensions/hello/index.ts', hello);
    for (const [index, { code }] of examples.entries()) write(`extensions/example${index}.ts`, code);
    const options = ['--noEmit', '--tsBuildInfoFile', 'types.tsbuildinfo'];
    const output = await runNode('node_modules/typescript/bin/tsc', ...options);
    const lines = output.replace('failed: ', '').split('\n');
    // Examples may declare things that they do not use.
    const isUnusedDeclaration = (line: string) => /^extensions\/example\d+\.ts.*TS(6133|6192|6196|6198)/.test(line);
    expect(lines.filter((line) => line !== '' && !isUnusedDeclaration(line))).toEqual([]);
    for (const index of examples.keys()) rmSync(join(folder, `extensions/example${index}.ts`));
  }, 120_000);

  describe('built and started with EXTENSIONS', () => {
    let base: string;
    beforeAll(async () => {
      await build();
      const environment = { EXTENSIONS: 'hello,sponsors,speakers', DEMO: 'true', LOG_LEVEL: 'error' };
      base = `${await startServiceProcess(environment, false, folder).origin}/calendar/events/v1`;
    }, 120_000);
    afterAll(stopServiceProcesses);

    it('serves the route of the first example in the requested language', async () => {
      const response = await fetch(`${new URL(base).origin}/ca/calendar/events/v1/hello`);
      expect(await response.json()).toEqual({ language: 'ca', role: 'anonymous' });
    });

    it('supports the documented requests, as pasted', async () => {
      const lines = requests.replaceAll('http://127.0.0.1:3000', new URL(base).origin);
      const { stdout } = await run('bash', ['-e', '-c', lines], { cwd: folder });
      const responses = stdout.split('\n').filter(Boolean);
      const [created, updated, listed] = responses.map((line) => JSON.parse(line) as object);
      expect(created).toMatchObject({ name: 'Mercè Puig', slug: 'merce-puig' });
      expect(updated).toMatchObject({ id: 1, speaker: [{ name: 'Mercè Puig' }] });
      expect(listed).toMatchObject({ total: 1, events: [{ id: 1 }] });
    });

    it('serves the generated resource and documents it in three languages', async () => {
      const token = readFileSync(join(folder, 'data/admin-token'), 'utf8').trim();
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: 'Banc' });
      const created = await fetch(`${base}/sponsors`, { method: 'POST', headers, body });
      expect([created.status, await created.json()]).toEqual([201, expect.objectContaining({ slug: 'banc' })]);
      const listed = (await (await fetch(`${base}/sponsors?search=ban`)).json()) as { sponsors: object[] };
      expect(listed.sponsors).toHaveLength(1);
      for (const language of ['ca', 'en', 'es']) {
        const text = await (await fetch(`${base}/doc?ml_language=${language}`)).text();
        expect(text).toContain('/calendar/events/v1/sponsors/by-slug/{slug}');
        expect(text).not.toMatch(/"(fields|operations|examples|errors|validation)\.[\w.]+"/);
      }
    });
  });
});

describe('Generated module', () => {
  it('passes its generated tests', async () => {
    copy('vitest.config.mjs', 'test/support');
    const output = await runNode('node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'extensions/sponsors');
    expect(stripVTControlCharacters(output)).toMatch(/Tests +2 passed/);
  }, 120_000);
});
