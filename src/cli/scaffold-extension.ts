import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from '../kernel/errors/setup-error.js';
import { CALENDAR_KINDS } from '../kinds/calendar-kinds.js';
import { RESERVED_SQL_WORDS } from '../records/types/record-kinds.js';

const TEMPLATES_DIR = join(import.meta.dirname, 'templates/extension');

/** Reserved words of JavaScript, and names that the templates use. */
const RESERVED_WORDS = new Set(
  `await break case catch class const context continue debugger default delete do else enum export extends false finally
  for function if implements import in input instanceof interface let new null package private protected public query
  return static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** Names of tables of the service that a plural could take, besides those of kinds. */
const RESERVED_TABLES = new Set(['users', 'tokens', 'images', 'migrations']);

interface ResourceNames {
  /** One record: `sponsor`. */
  readonly singular: string;
  /** Several: `sponsors`. */
  readonly plural: string;
}

/**
 * Writes a working extension with one resource into `extensions/<plural>` of a folder: kind, entities, migration, DTOs, routes, texts and
 * tests.
 * @returns the folder, and the files in it
 * @throws {SetupError} if a name is invalid or used, or if the folder exists
 */
export function scaffoldExtension(
  names: ResourceNames,
  parentDir: string,
  now: Date,
): { folder: string; files: readonly string[] } {
  assertNamesAvailable(names);
  const folder = resolve(parentDir, 'extensions', names.plural);
  if (existsSync(folder)) throw new SetupError(`The folder ${folder} already exists. Choose another name.`);
  const values = placeholderValues(names, now);
  const templates = globSync('**/*.template', { cwd: TEMPLATES_DIR }).toSorted();
  const files = templates.map((template) => fillPlaceholders(template.replace(/\.template$/, ''), values));
  for (const [index, file] of files.entries()) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, fillPlaceholders(readFileSync(join(TEMPLATES_DIR, templates[index] ?? ''), 'utf8'), values));
  }
  return { folder, files };
}

function assertNamesAvailable({ singular, plural }: ResourceNames): void {
  const isWord = (name: string) => /^[a-z][a-z0-9]{1,40}$/.test(name) && !RESERVED_WORDS.has(name);
  if (!isWord(singular) || !isWord(plural) || singular === plural)
    throw new SetupError(
      `Names must be two different words of lower-case letters and digits that JavaScript does not reserve, such as sponsors and --singular sponsor. These were ${plural} and ${singular}.`,
    );
  const isTaken =
    CALENDAR_KINDS.some((kind) => kind.name === singular || kind.plural === plural) ||
    RESERVED_TABLES.has(plural) ||
    hasFieldTextConflict(singular);
  if (RESERVED_SQL_WORDS.has(plural))
    throw new SetupError(`“${plural}” is a reserved word of SQL and cannot name a table. Choose another name.`);
  if (isTaken)
    throw new SetupError(
      `The name ${plural} is already used by the service, or its singular ${singular} is. Choose another name.`,
    );
}

/** Whether `fields.json` already has a member with the name, where the texts of the resource's fields would be. */
const hasFieldTextConflict = (singular: string): boolean =>
  singular in (JSON.parse(readFileSync(join(import.meta.dirname, '../i18n/en/fields.json'), 'utf8')) as object);

function placeholderValues({ singular, plural }: ResourceNames, now: Date): ReadonlyMap<string, string> {
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return new Map([
    ['singular', singular],
    ['plural', plural],
    ['Singular', capital(singular)],
    ['Plural', capital(plural)],
    ['SINGULAR', singular.toUpperCase()],
    ['PLURAL', plural.toUpperCase()],
    ['date', now.toISOString().replace(/[-T:]|\..*$/g, '')],
  ]);
}

const fillPlaceholders = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/__([A-Za-z]+)__/g, (placeholder, name: string) => values.get(name) ?? placeholder);
