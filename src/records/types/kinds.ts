import type { MetadataStorage } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isVisibleToAll, isReadable } from '../../kernel/context/permissions.js';
import { SetupError } from '../../kernel/errors/setup-error.js';
import { NAMESPACE } from '../../kernel/context/namespace.js';
import type { KindDefinition, RecordKind } from '../../kernel/context/record-kind.js';

/**
 * Words that PostgreSQL keeps for itself, so that no table can be called by them, as far as they could be names of several records.
 * @see https://www.postgresql.org/docs/current/sql-keywords-appendix.html
 */
export const RESERVED_SQL_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog current_date
  current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign
  from grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order
  placing primary references returning select session_user some symmetric system_user table then to trailing true union unique user
  using variadic when where window with`.split(/\s+/),
);

const kinds = new Map<string, RecordKind>();
const kindListeners: ((kind: RecordKind) => void)[] = [];

/**
 * Declares a kind of records, once and for all applications of the process. Its tables follow from its names: `venues`,
 * `venue_texts`, `venue_slugs`.
 * @throws {SetupError} where a name is none, or is taken
 * @example export const SPEAKER = defineKind({ name: 'speaker', plural: 'speakers' });
 */
export function defineKind<const Name extends string, const Plural extends string>(
  definition: KindDefinition<Name, Plural>,
): RecordKind<Name, Plural> {
  const { name, plural, family = 'publishable', titleColumn = 'name', isSearchable = true } = definition;
  assertUsableNames(name, plural);
  const kind: RecordKind<Name, Plural> = Object.freeze({
    ...definition,
    family,
    titleColumn,
    isSearchable,
    path: `${NAMESPACE}/${plural}`,
    table: plural,
    translationsTable: `${name}_texts`,
    slugsTable: `${name}_slugs`,
    foreignKey: `${name}_id`,
    isVisible: family === 'term' ? isVisibleToAll : isReadable,
  });
  kinds.set(plural, kind);
  for (const visit of kindListeners) visit(kind);
  return kind;
}

/** @throws {SetupError} where a name is none, or is taken */
function assertUsableNames(name: string, plural: string): void {
  for (const each of [name, plural]) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(each))
      throw new SetupError({ key: 'extensions.kind_name', args: { name: each } });
  }
  if (RESERVED_SQL_WORDS.has(plural)) throw new SetupError({ key: 'extensions.kind_reserved', args: { name: plural } });
  const existing = kinds.get(plural) ?? [...kinds.values()].find((kind) => kind.name === name);
  if (existing)
    throw new SetupError({ key: 'extensions.kind_taken', args: { name: existing.name, plural: existing.plural } });
}

/** The kinds that are declared, whether or not an application has their tables. */
export const declaredKinds = (): readonly RecordKind[] => [...kinds.values()];

/** Visits each kind that is declared, and each that will be. */
export function forEachKind(visit: (kind: RecordKind) => void): void {
  declaredKinds().forEach(visit);
  kindListeners.push(visit);
}

/** The kind whose records a table holds. */
export const kindOfTable = (table: string): RecordKind | undefined => kinds.get(table);

/** The kinds of an application: those whose tables its entities have. */
export function kindsIn(em: EntityManager): readonly RecordKind[] {
  const metadata = em.getMetadata();
  const known = kindsByMetadata.get(metadata) ?? kindsWithTables(metadata);
  kindsByMetadata.set(metadata, known);
  return known;
}

const kindsByMetadata = new WeakMap<object, readonly RecordKind[]>();

function kindsWithTables(metadata: MetadataStorage): readonly RecordKind[] {
  const tables = new Set([...metadata.getAll().values()].map(({ tableName }) => tableName));
  return declaredKinds().filter(({ table }) => tables.has(table));
}

/**
 * Judges the kinds that a decorator names: what is imported in a circle is not there yet.
 * @throws {SetupError} naming whose decorator it is
 */
export function assertKinds(decorator: string, named: readonly (RecordKind | undefined)[]): void {
  if (!named.some((kind) => kind === undefined || kinds.get(kind.plural) !== kind)) return;
  throw new SetupError({ key: 'extensions.unusable' }, [{ subject: decorator, text: { key: 'extensions.no_kind' } }]);
}

/** Whether records of a kind have an author and a status. */
export const hasPublishing = ({ family }: Pick<RecordKind, 'family'>): boolean => family !== 'term';

/** The declared kinds of the family `term`. */
export const termKinds = (): readonly RecordKind[] => declaredKinds().filter(({ family }) => family === 'term');
