import { execFile } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

const COPIED_PATHS = ['src', 'package.json', 'nest-cli.json', '.swcrc', 'tsconfig.json', 'tsconfig.build.json'];
const LANGUAGES_FILE = 'src/kernel/language/languages.ts';

const run = promisify(execFile);
const toolOf = (path: string) => createRequire(join(process.cwd(), 'package.json')).resolve(path);

/**
 * Copies the sources and configuration of the product into a temporary folder, which is removed after the tests of the file. `node_modules`
 * is linked.
 */
export function useProductCopy(): string {
  const folder = useTemporaryFolder('copy');
  for (const path of COPIED_PATHS) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Adds a language to a copy: its code, and the English messages with the code in front, such as `[fr] Free`. */
export function addLanguage(folder: string, code: string): void {
  const languagesFile = join(folder, LANGUAGES_FILE);
  const source = readFileSync(languagesFile, 'utf8');
  writeFileSync(languagesFile, source.replace(/(?<=^export const LANGUAGES = \[.*)(?=\] as const;$)/m, `, '${code}'`));
  const messages = join(folder, 'src/i18n');
  cpSync(join(messages, 'en'), join(messages, code), { recursive: true });
  for (const file of globSync(join(messages, code, '*.json'))) {
    writeFileSync(file, JSON.stringify(prefixTexts(JSON.parse(readFileSync(file, 'utf8')), `[${code}] `)));
  }
}

/** Differences between a copy and the original: changed lines with their file path, and paths of new files. */
export function changesIn(folder: string): string[] {
  const originals = new Set(filesOf('.'));
  return filesOf(folder).flatMap((path) => {
    if (!originals.has(path)) return [path];
    const before = readFileSync(path, 'utf8').split('\n');
    const after = readFileSync(join(folder, path), 'utf8').split('\n');
    return after.filter((line, index) => line !== before[index]).map((line) => `${path}: ${line}`);
  });
}

/** Type errors in the sources of a copy. Empty if there are none. */
export async function typeErrorsOf(folder: string): Promise<string> {
  // A separate file keeps the compiler from overwriting the build information of the original.
  const buildInfo = join(folder, 'types.tsbuildinfo');
  const options = ['-p', 'tsconfig.build.json', '--tsBuildInfoFile', buildInfo];
  try {
    return (await run(process.execPath, [toolOf('typescript/bin/tsc'), ...options], { cwd: folder })).stdout;
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

/** Builds a copy with `nest build`, without extensions. */
export async function buildCopy(folder: string): Promise<void> {
  await run(process.execPath, [toolOf('@nestjs/cli/bin/nest.js'), 'build'], { cwd: folder });
}

/** Runs a command in a copy, as `npm run -s cli -- …` does, and returns its output. */
export async function runCommand(
  folder: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const env = { PATH: process.env['PATH'], ...environment };
  return (await run(process.execPath, ['dist/cli/main.js', ...command], { cwd: folder, env })).stdout;
}

const filesOf = (folder: string): string[] => globSync('src/**/*.{ts,json}', { cwd: folder });

function prefixTexts(value: unknown, prefix: string): unknown {
  if (typeof value === 'string') return prefix + value;
  const members = Object.entries(value as object).map(([key, member]) => [key, prefixTexts(member, prefix)]);
  return Object.fromEntries(members);
}
