// Builds when a source is newer than the last build, so that `npm start` works on a fresh clone and after a change.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync, writeFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const STAMP = 'dist/.built';
const sources = ['package-lock.json', 'nest-cli.json', '.swcrc', ...globSync('src/**/*.{ts,json,js,css,svg}')];
const built = existsSync(STAMP) ? statSync(STAMP).mtimeMs : 0;
if (sources.some((source) => statSync(source).mtimeMs > built)) {
  rmSync('dist', { recursive: true, force: true });
  const nest = createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js');
  execFileSync(process.execPath, [nest, 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(STAMP, '');
}
