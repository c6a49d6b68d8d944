import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '../kernel/errors/operator-error.js';
import { declaredKinds, kindOfTable, SQL_WORDS } from '../records/types/kinds.js';

const TEMPLATES = join(import.meta.dirname, 'templates/extension');

/** Words that JavaScript keeps for itself, or that files of the resource use. */
const RESERVED = new Set(
  `await break case catch class const context continue debugger default delete do else enum export extends false finally
  for function if implements import in input instanceof interface let new null package private protected public query
  return static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** Tables of the service that hold no records of a kind. */
const TABLES = new Set(['users', 'tokens', 'images', 'migrations']);

/** What is put in place of the marks in templates. */
interface Names {
  /** One record: `sponsor`. */
  readonly one: string;
  /** Several: `sponsors`. */
  readonly many: string;
}

/**
 * Writes an extension with a resource of its own into `extensions/<many>` of a folder: kind, entities, migration, DTOs, routes, texts and
 * tests, which work as they are.
 * @returns the folder, and the files in it
 * @throws {OperatorError} where the names are none, or there is such a folder
 */
export function newExtension(names: Names, within: string, now: Date): { folder: string; files: readonly string[] } {
  assertNames(names);
  const folder = resolve(within, 'extensions', names.many);
  if (existsSync(folder)) throw new OperatorError({ key: 'cli.extensions.exists', args: { folder } });
  const values = valuesOf(names, now);
  const templates = globSync('**/*.template', { cwd: TEMPLATES }).toSorted();
  const files = templates.map((template) => filled(template.replace(/\.template$/, ''), values));
  for (const [index, file] of files.entries()) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, filled(readFileSync(join(TEMPLATES, templates[index] ?? ''), 'utf8'), values));
  }
  return { folder, files };
}

function assertNames({ one, many }: Names): void {
  const isWord = (name: string) => /^[a-z][a-z0-9]{1,40}$/.test(name) && !RESERVED.has(name);
  if (!isWord(one) || !isWord(many) || one === many) throw new OperatorError({ key: 'cli.extensions.names' });
  const isKnown =
    declaredKinds().some((kind) => kind.name === one) || kindOfTable(many) || TABLES.has(many) || hasTexts(one);
  if (SQL_WORDS.has(many)) throw new OperatorError({ key: 'extensions.kind_reserved', args: { name: many } });
  if (isKnown) throw new OperatorError({ key: 'cli.extensions.taken', args: { many } });
}

/** Whether the service has a text where those of the fields of such a record would be. */
const hasTexts = (one: string): boolean =>
  one in (JSON.parse(readFileSync(join(import.meta.dirname, '../i18n/en/fields.json'), 'utf8')) as object);

function valuesOf({ one, many }: Names, now: Date): ReadonlyMap<string, string> {
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return new Map([
    ['one', one],
    ['many', many],
    ['One', capital(one)],
    ['Many', capital(many)],
    ['ONE', one.toUpperCase()],
    ['MANY', many.toUpperCase()],
    ['date', now.toISOString().replace(/[-T:]|\..*$/g, '')],
  ]);
}

const filled = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/__([A-Za-z]+)__/g, (mark, name: string) => values.get(name) ?? mark);
