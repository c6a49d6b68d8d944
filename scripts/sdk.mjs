// Writes the typed client into clients/typescript, or into the folder of `--output`: what is written by hand, the types of
// the API document, and what the compiler makes of both. Needs what `npm run build` made; no database, no running service.
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { apiDocument } from './api-document.mjs';

const CLIENT = 'clients/typescript';
const SCHEMA = 'src/schema.ts';
const GENERATED = [SCHEMA, 'dist', 'node_modules'];

const { output = CLIENT } = parseArgs({ options: { output: { type: 'string' } } }).values;
if (resolve(output) !== resolve(CLIENT)) cpSync(CLIENT, output, { recursive: true, filter: isWritten });
else if (isUpToDate()) process.exit(0);
writeFileSync(join(output, SCHEMA), await types(await apiDocument()));
compile(output);

/** Whether a path of the client is written by hand. */
function isWritten(path) {
  return !GENERATED.some((generated) => resolve(path) === resolve(CLIENT, generated));
}

/** Whether nothing has changed since the client was made. */
function isUpToDate() {
  const last = `${CLIENT}/dist/index.js`;
  const written = globSync(`${CLIENT}/{*.json,src/**/*.ts}`).filter(isWritten);
  const sources = ['dist/.built', 'package-lock.json', 'scripts/sdk.mjs', 'scripts/api-document.mjs', ...written];
  return existsSync(last) && sources.every((source) => statSync(source).mtimeMs <= statSync(last).mtimeMs);
}

/** The types of a document, as a module. */
async function types(document) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const header = `/** Made by \`npm run sdk\` of ${name} ${version} from its API document: what is changed here is lost. */\n\n`;
  // What has a default need not be sent.
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false };
  return header + astToString(await openapiTypes(document, options));
}

/** Compiles the client of a folder into its `dist`. */
function compile(folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
