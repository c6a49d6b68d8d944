import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { startServiceProcess, stopServiceProcesses } from '../support/processes/service-process.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

const run = promisify(execFile);
const COMPILER = createRequire(resolve('package.json')).resolve('typescript/bin/tsc');

/** Installed for this test only: together they are larger than all packages of the service. */
const PACKAGES = {
  '@hey-api/openapi-ts': '0.99.0',
  orval: '7.13.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
};

/** Command lines by generator. `DOCUMENT` and `OUTPUT` are replaced by paths. */
const GENERATORS = {
  'openapi-typescript': 'openapi-typescript DOCUMENT -o OUTPUT/types.ts --default-non-nullable=false',
  '@hey-api/openapi-ts': 'openapi-ts -i DOCUMENT -o OUTPUT',
  orval: 'orval --input DOCUMENT --output OUTPUT/client.ts --client fetch',
} as const;

const LIBRARIES = { target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] };
const TSCONFIG = {
  compilerOptions: { strict: true, noEmit: true, module: 'ESNext', moduleResolution: 'Bundler', ...LIBRARIES },
};

const folder = useTemporaryFolder('generators');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const manifest = { private: true, type: 'module', dependencies: PACKAGES };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], { cwd: folder });
  for (const EXTENSIONS of ['', 'speakers']) {
    const environment = { DATA_DIR: folder, DATABASE_URL: database.url, ADMIN_TOKEN, EXTENSIONS };
    const origin = await startServiceProcess(environment).origin;
    const response = await fetch(`${origin}/calendar/events/v1/doc?ml_language=en`);
    writeFileSync(documentPath(EXTENSIONS), await response.text());
  }
}, 300_000);
afterAll(async () => {
  await stopServiceProcesses();
  await database.drop();
});

const documentPath = (extensions: string) => join(folder, `document-${extensions}.json`);

describe.each([
  ['the service', ''],
  ['the service with extensions', 'speakers'],
])('OpenAPI document of %s', (_name, extensions) => {
  it.each(Object.entries(GENERATORS))(
    'is turned by %s into code that compiles in strict mode (10.2)',
    async (name, commandLine) => {
      const output = join(folder, `${name.replaceAll(/\W/g, '-')}-${extensions}`);
      mkdirSync(output);
      const [command = '', ...parameters] = commandLine
        .replace('DOCUMENT', documentPath(extensions))
        .replace('OUTPUT', output)
        .split(' ');
      await run(join(folder, 'node_modules/.bin', command), parameters, { cwd: folder });
      writeFileSync(join(output, 'tsconfig.json'), JSON.stringify(TSCONFIG));
      const { stdout } = await run(process.execPath, [COMPILER, '-p', output]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
    },
    120_000,
  );
});
