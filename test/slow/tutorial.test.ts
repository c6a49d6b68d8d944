import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { copyProduct } from '../support/product-copy.js';
import { endServiceProcesses, startServiceProcess } from '../support/service-process.js';

const run = promisify(execFile);
const TEXT = readFileSync('docs/extending.md', 'utf8');
const EXTENSION = 'extensions/speakers';

/** What is in fences of a language; with the path that stands before it, where there is one. */
function blocks(language: string): { path: string | undefined; code: string }[] {
  const fences = new RegExp(`(?:\`(extensions/[^\`]+)\`:\\n\\n)?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g');
  return [...TEXT.matchAll(fences)].map(([, path, code = '']) => ({ path, code }));
}

const files = [...blocks('ts'), ...blocks('json')].flatMap(({ path, code }) => (path ? [{ path, code }] : []));

let folder: string;

beforeAll(async () => {
  folder = copyProduct();
  for (const part of ['scripts', 'package-lock.json']) cpSync(part, join(folder, part), { recursive: true });
  await run(process.execPath, ['scripts/build-if-needed.mjs'], { cwd: folder });
}, 120_000);
afterEach(endServiceProcesses);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, code: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), code);
}

describe('docs/extending.md', () => {
  it('leads to the extension that comes with the service, by what it says alone', async () => {
    await run(process.execPath, ['dist/cli/main.js', 'extension', 'new', 'speakers'], { cwd: folder });
    for (const file of globSync(`${EXTENSION}/migrations/*`, { cwd: folder })) rmSync(join(folder, file));
    for (const { path, code } of files) write(path, code);
    if (!existsSync(EXTENSION)) return;
    const listed = (root: string) => globSync(`${EXTENSION}/**/*.{ts,json}`, { cwd: root, exclude: ['**/test/**'] });
    expect(listed(folder).toSorted()).toEqual(listed('.').toSorted());
    const differing = listed('.').filter(
      (path) => readFileSync(path, 'utf8') !== readFileSync(join(folder, path), 'utf8'),
    );
    expect(differing).toEqual([]);
  }, 60_000);

  it('has the route of its first page, in the language asked for', async () => {
    const hello = blocks('ts').find(({ code }) => code.includes('class HelloController'))?.code ?? '';
    write('extensions/hello/index.ts', hello);
    await run(process.execPath, ['scripts/build-if-needed.mjs'], { cwd: folder });
    const service = startServiceProcess(
      { EXTENSIONS: 'hello,speakers', DEMO: 'true', LOG_LEVEL: 'error' },
      false,
      folder,
    );
    const answer = await fetch(`${await service.origin}/ca/calendar/events/v1/hello`);
    expect(await answer.json()).toEqual({ language: 'ca', role: 'anonymous' });
  }, 120_000);

  it('has requests that do what it says, as they are pasted', async () => {
    const service = startServiceProcess({ EXTENSIONS: 'speakers', DEMO: 'true', LOG_LEVEL: 'error' }, false, folder);
    const origin = await service.origin;
    const lines = blocks('sh').find(({ code }) => code.startsWith('TOKEN='))?.code ?? '';
    const script = lines.replaceAll('http://127.0.0.1:3000', origin).replaceAll(/^curl .*$/gm, '$&; echo');
    const { stdout } = await run('bash', ['-e', '-c', script], { cwd: folder });
    const [created, updated, listed] = stdout.split('\n').map((line) => (line ? (JSON.parse(line) as object) : {}));
    expect(created).toMatchObject({ name: 'Mercè Puig', slug: 'merce-puig' });
    expect(updated).toMatchObject({ id: 1, speaker: [{ name: 'Mercè Puig' }] });
    expect(listed).toMatchObject({ total: 1, events: [{ id: 1 }] });
  }, 120_000);

  it('has examples whose types are right', async () => {
    const examples = blocks('ts').filter(({ path, code }) => !path && /from 'calendar-events-service'/.test(code));
    expect(examples.length).toBeGreaterThan(4);
    for (const [index, { code }] of examples.entries()) write(`extensions/example${index}.ts`, code);
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
    const remembered = ['--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')];
    const compiled = run(process.execPath, [compiler, ...options, ...remembered], { cwd: folder });
    expect(
      await compiled.then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      ),
    ).toBe('');
  }, 120_000);
});
