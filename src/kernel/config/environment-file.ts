import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SetupError } from '../errors/setup-error.js';

const UTF_16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] };

/** Values in quotes may contain line breaks. */
const QUOTED_VALUE = /(=[ \t]*)(["'`])[\s\S]*?\2/g;

const BLANK_COMMENT_OR_ASSIGNMENT = /^\s*(#.*|(export\s+)?[A-Za-z_][\w.-]*\s*=.*)?$/;

/**
 * Adds the variables of a file such as `.env` to the environment, if the file exists. Variables that are set keep their value.
 * @throws {SetupError} if the file cannot be read, is not in UTF-8 or UTF-16, or has a line that is no assignment
 */
export function loadEnvironmentFile(file = '.env', environment = process.env): NodeJS.ProcessEnv {
  const bytes = readBytes(file);
  if (!bytes) return environment;
  const text = decode(bytes, file);
  const lines = text.replace(QUOTED_VALUE, (value) => `=${value.replace(/[^\n]/g, '')}`).split(/\r?\n/);
  const invalidIndex = lines.findIndex((line) => !BLANK_COMMENT_OR_ASSIGNMENT.test(line));
  if (invalidIndex >= 0) throw new SetupError(`Line ${invalidIndex + 1} of ${file} must have the form NAME=value.`);
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value;
  return environment;
}

function readBytes(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new SetupError(`${file} cannot be read: ${message}. It must be a file that this user can read.`);
  }
}

/** Editors and shells of Windows write a byte order mark, and UTF-16. */
function decode(bytes: Buffer, file: string): string {
  const marked = Object.entries(UTF_16_MARKS).find(([, mark]) => bytes.subarray(0, 2).equals(Buffer.from(mark)));
  try {
    return new TextDecoder(marked?.[0] ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SetupError(`${file} is not in UTF-8. Save it in this encoding.`);
  }
}
