import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../support/languages/languages.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const COMPILER = createRequire(resolve('package.json')).resolve('typescript/bin/tsc');
const GENERATOR = resolve('node_modules/openapi-typescript/bin/cli.js');
const GENERATOR_OPTIONS = ['--root-types', '--root-types-no-schema-prefix', '--default-non-nullable=false'];

const folder = useTemporaryFolder('client');
const calendar = useTestCalendar();
/** A calendar that only one test uses. */
let separateCalendar: TestCalendar | undefined;
beforeAll(async () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  await node(['scripts/sdk.mjs', '--output', folder]);
  mkdirSync(join(folder, 'test/bare'));
  await Promise.all(LANGUAGES.map(generate));
});
afterEach(async () => {
  const finished = separateCalendar;
  separateCalendar = undefined;
  await finished?.close();
});

/** Runs a Node program and returns its output. If it fails, the error contains the output. */
async function node(parameters: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], ...environment };
  const run = promisify(execFile)(process.execPath, parameters, { env });
  const { stdout } = await run.catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

const bareTypes = (language: string) => join(folder, `test/bare/${language}.ts`);

/** Generates types from the API document served in a language. */
async function generate(language: string): Promise<void> {
  const document = join(folder, `${language}.json`);
  writeFileSync(document, (await calendar.request('GET', `doc?ml_language=${language}`)).text);
  await node([GENERATOR, document, '--output', bareTypes(language), ...GENERATOR_OPTIONS]);
}

const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const withoutHeader = (path: string) => readFileSync(path, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '');

describe('Typed client', () => {
  it('is generated from the served API document without a running service (10.3)', () => {
    const types = withoutHeader(join(folder, 'src/schema.ts'));
    expect(types).toBe(withoutHeader(bareTypes('en')));
    expect(types).toContain('"/calendar/events/v1/events/by-slug/{slug}": {');
  });

  it('compiles in strict mode, with the types of the document in each language (10.2)', async () => {
    expect(await node([COMPILER, '-p', folder])).toBe('');
  });

  it('creates, lists, pages, translates, reads and deletes, and handles errors (10.3)', async () => {
    separateCalendar = await startTestCalendar();
    expect(await node([join(folder, 'test/round.ts'), separateCalendar.origin, ADMIN_TOKEN])).toBe('');
  });

  it('works with a REST root (10.3)', async () => {
    separateCalendar = await startTestCalendar({ REST_ROOT: '/wp-json' });
    const parameters = [join(folder, 'test/round.ts'), separateCalendar.origin, ADMIN_TOKEN, '/wp-json'];
    expect(await node(parameters)).toBe('');
  });

  it('runs its example (10.3)', async () => {
    const environment = { CALENDAR_URL: calendar.origin, CALENDAR_TOKEN: ADMIN_TOKEN };
    const lines = (await node([join(folder, 'example.ts')], environment)).split('\n');
    const steps = lines.map((line) => line.slice(0, 10).trim());
    expect(steps.join(' ')).toBe('Created Listed Walked Updated Deleted Refused Refused ');
    expect(lines[3]).toBe('Updated   Noche de jazz en el claustro, in ca and es');
  });

  it('has the version of the product and the tested version of openapi-fetch (10.3)', () => {
    const { version, devDependencies } = manifest('package.json');
    const dependencies = { 'openapi-fetch': devDependencies['openapi-fetch'] };
    const client = manifest('clients/typescript/package.json');
    expect([client.version, client.dependencies]).toEqual([version, dependencies]);
  });
});
