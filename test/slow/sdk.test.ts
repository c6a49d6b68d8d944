import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../support/languages/languages.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const COMPILER = createRequire(resolve('package.json')).resolve('typescript/bin/tsc');
const GENERATOR = resolve('node_modules/openapi-typescript/bin/cli.js');
const NAMED = ['--root-types', '--root-types-no-schema-prefix', '--default-non-nullable=false'];

let folder: string;
let calendar: TestCalendar;
/** A calendar that one test has to itself. */
let own: TestCalendar | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-client-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  calendar = await startTestCalendar();
  await node(['scripts/sdk.mjs', '--output', folder]);
  mkdirSync(join(folder, 'test/bare'));
  await Promise.all(LANGUAGES.map(generate));
});
afterEach(async () => {
  const ended = own;
  own = undefined;
  await ended?.close();
});
afterAll(async () => {
  await calendar.close();
  rmSync(folder, { recursive: true });
});

/** Runs a program of Node's, and gives what it printed; where it fails, what it printed is in the error. */
async function node(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], ...environment };
  const run = promisify(execFile)(process.execPath, words, { env });
  const { stdout } = await run.catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

const bareTypes = (language: string) => join(folder, `test/bare/${language}.ts`);

/** Makes types of the document as served in a language, as anybody would. */
async function generate(language: string): Promise<void> {
  const document = join(folder, `${language}.json`);
  writeFileSync(document, (await calendar.request('GET', `doc?ml_language=${language}`)).text);
  await node([GENERATOR, document, '--output', bareTypes(language), ...NAMED]);
}

const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const withoutHeader = (path: string) => readFileSync(path, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '');

describe('the typed client', () => {
  it('10.3 is made of the very document that is served, though nothing serves while it is made', () => {
    const types = withoutHeader(join(folder, 'src/schema.ts'));
    expect(types).toBe(withoutHeader(bareTypes('en')));
    expect(types).toContain('"/calendar/events/v1/events/by-slug/{slug}": {');
  });

  it('10.2 compiles strictly, and so do the bare types of the document in each language', async () => {
    expect(await node([COMPILER, '-p', folder])).toBe('');
  });

  it('10.3 creates, lists, walks, translates, reads and deletes, and meets problems', async () => {
    own = await startTestCalendar();
    expect(await node([join(folder, 'test/round.ts'), own.origin, ADMIN_TOKEN])).toBe('');
  });

  it('10.3 finds a service behind a REST root', async () => {
    own = await startTestCalendar({ REST_ROOT: '/wp-json' });
    const round = [join(folder, 'test/round.ts'), own.origin, ADMIN_TOKEN, '/wp-json'];
    expect(await node(round)).toBe('');
  });

  it('10.3 does what its example says', async () => {
    const environment = { CALENDAR_URL: calendar.origin, CALENDAR_TOKEN: ADMIN_TOKEN };
    const printed = (await node([join(folder, 'example.ts')], environment)).split('\n');
    expect(printed.map((line) => line.slice(0, 10).trim())).toEqual([
      'Created',
      'Listed',
      'Walked',
      'Updated',
      'Deleted',
      'Refused',
      'Refused',
      '',
    ]);
    expect(printed[3]).toBe('Updated   Noche de jazz en el claustro, in ca and es');
  });

  it('10.3 has the version of the product, and what it was tried with', () => {
    const product = manifest('package.json');
    const client = manifest('clients/typescript/package.json');
    expect(client.version).toBe(product.version);
    expect(client.dependencies).toEqual({ 'openapi-fetch': product.devDependencies['openapi-fetch'] });
  });
});
