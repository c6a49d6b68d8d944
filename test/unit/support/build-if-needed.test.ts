import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-if-needed-'));
  cpSync('scripts/build-if-needed.mjs', join(folder, 'scripts/build-if-needed.mjs'));
  mkdirSync(join(folder, 'node_modules/@nestjs/cli/bin'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@swc/cli/bin'), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  for (const file of ['dist/.built', 'dist/main.js', 'package-lock.json', 'nest-cli.json', '.swcrc'])
    writeFileSync(join(folder, file), '');
  utimesSync(join(folder, 'dist/.built'), 0, 0);
});
afterAll(() => rmSync(folder, { recursive: true }));

const build = () => spawnSync(process.execPath, ['scripts/build-if-needed.mjs'], { cwd: folder }).status;

it('A build without development packages, or one that fails, leaves the last build as it was (11.2)', () => {
  expect(build()).toBe(0);
  writeFileSync(join(folder, 'node_modules/@swc/cli/bin/swc.js'), '');
  writeFileSync(join(folder, 'node_modules/@nestjs/cli/bin/nest.js'), 'process.exit(1)');
  expect(build()).not.toBe(0);
  expect([existsSync(join(folder, 'dist/main.js')), existsSync(join(folder, 'dist.previous'))]).toEqual([true, false]);
});
