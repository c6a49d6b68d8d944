// Builds the service if a source file is newer than the last build.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, statSync, writeFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const BUILD_MARKER = 'dist/.built';
const require = createRequire(import.meta.url);
const sources = [
  'package-lock.json',
  'nest-cli.json',
  '.swcrc',
  ...globSync('{src,extensions}/**/*.{ts,json,js,css,svg,template}', { exclude: ['extensions/**/test/**'] }),
];
const built = existsSync(BUILD_MARKER) ? statSync(BUILD_MARKER).mtimeMs : 0;
if (sources.some((source) => statSync(source).mtimeMs > built)) {
  rmSync('dist', { recursive: true, force: true });
  run('@nestjs/cli/bin/nest.js', 'build');
  if (existsSync('extensions')) buildExtensions();
  writeFileSync(BUILD_MARKER, '');
}

/** Compiles the extensions in this repository and copies their messages. */
function buildExtensions() {
  run('@swc/cli/bin/swc.js', 'extensions', '--out-dir', 'dist', '--ignore', '**/*.test.ts', '--quiet');
  for (const folder of globSync('extensions/*/i18n')) cpSync(folder, `dist/${folder}`, { recursive: true });
}

function run(program, ...parameters) {
  execFileSync(process.execPath, [require.resolve(program), ...parameters], { stdio: ['ignore', 'ignore', 'inherit'] });
}
