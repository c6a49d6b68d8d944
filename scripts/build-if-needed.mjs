// Builds the service if a source file is newer than the last build.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const BUILD_MARKER = 'dist/.built';
/** The last build, until the new one is complete. */
const PREVIOUS_BUILD = 'dist.previous';
/** Level 10 saves a tenth of the size at level 6, and takes 1.5 s. Level 11 takes twice as long for another 2 %. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const NEST = resolveProgram('@nestjs/cli/bin/nest.js');
const SWC = resolveProgram('@swc/cli/bin/swc.js');

if (NEST && SWC) {
  if (isOutdated()) build();
} else if (!fs.existsSync(BUILD_MARKER)) {
  exitWith('There is no build, and the packages that build are not installed. Run npm ci, then npm run build.');
}

function exitWith(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function isOutdated() {
  const patterns = '{src,extensions}/**/*.{ts,tsx,json,md,js,css,svg,webp,template}';
  const sources = [
    'package-lock.json',
    'nest-cli.json',
    '.swcrc',
    ...fs.globSync(patterns, { exclude: ['extensions/**/test/**'] }),
  ];
  const built = fs.existsSync(BUILD_MARKER) ? fs.statSync(BUILD_MARKER).mtimeMs : 0;
  return sources.some((source) => fs.statSync(source).mtimeMs > built);
}

function build() {
  const hasBuild = fs.existsSync('dist');
  if (hasBuild) {
    remove(PREVIOUS_BUILD);
    fs.renameSync('dist', PREVIOUS_BUILD);
  }
  try {
    run(NEST, 'build');
    if (fs.existsSync('extensions')) buildExtensions();
    compressSwaggerUi();
    fs.writeFileSync(BUILD_MARKER, '');
  } catch (error) {
    remove('dist');
    if (hasBuild) fs.renameSync(PREVIOUS_BUILD, 'dist');
    throw error;
  }
  remove(PREVIOUS_BUILD);
}

/** Compiles the extensions in this repository and copies their messages. */
function buildExtensions() {
  run(SWC, 'extensions', '--out-dir', 'dist', '--ignore', '**/*.test.ts', '--quiet');
  for (const folder of fs.globSync('extensions/*/i18n')) fs.cpSync(folder, `dist/${folder}`, { recursive: true });
}

/** Compresses the large files of `/docs`. Files that have not changed are copied from the last build. */
function compressSwaggerUi() {
  const folder = 'openapi/docs/compressed';
  fs.mkdirSync(join('dist', folder));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    const content = fs.readFileSync(resolveProgram(`swagger-ui-dist/${name}`));
    const compressed = join(folder, `${hash('sha256', content)}.br`);
    const previous = join(PREVIOUS_BUILD, compressed);
    const bytes = fs.existsSync(previous) ? fs.readFileSync(previous) : brotliCompressSync(content, BROTLI_OPTIONS);
    fs.writeFileSync(join('dist', compressed), bytes);
  }
}

/** The path of a program; `undefined` if its package is not installed, as after `npm prune --omit=dev`. */
function resolveProgram(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

function run(program, ...parameters) {
  execFileSync(process.execPath, [program, ...parameters], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function remove(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
}
