import type { EntityManager } from '@mikro-orm/postgresql';
import { visibleToAllCondition, readableCondition } from '../../kernel/context/permissions.js';
import { extensionError, SetupError } from '../../kernel/errors/setup-error.js';
import { NAMESPACE } from '../../kernel/context/namespace.js';
import type { KindDefinition, RecordKind, ReferenceTarget } from '../../kernel/context/record-kind.js';

/**
 * Reserved words of PostgreSQL that could be the plural of a kind. They cannot name a table.
 * @see https://www.postgresql.org/docs/current/sql-keywords-appendix.html
 */
export const RESERVED_SQL_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog current_date
  current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign
  from grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order
  placing primary references returning select session_user some symmetric system_user table then to trailing true union unique user
  using variadic when where window with`.split(/\s+/),
);

/**
 * Describes a kind of records. Its tables are named after it: `venues`, `venue_translations`, `venue_slugs`. An application has the kinds
 * that its entity classes declare as `kind`.
 * @throws {SetupError} if a name is invalid
 * @example
 * ```ts
 * export const SPEAKER = defineKind({ name: 'speaker', plural: 'speakers' });
 *
 * export class Speaker extends SpeakerSchema.class {
 *   static readonly kind = SPEAKER;
 * }
 * ```
 */
export function defineKind<const Name extends string, const Plural extends string>(
  definition: KindDefinition<Name, Plural>,
): RecordKind<Name, Plural> {
  const { name, plural, family = 'publishable', titleColumn = 'name', isSearchable = true } = definition;
  for (const each of [name, plural]) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(each))
      throw new SetupError(`“${each}” is not a valid name for a kind. Use lower case, such as press_release.`);
  }
  if (RESERVED_SQL_WORDS.has(plural))
    throw new SetupError(`“${plural}” is a reserved word of SQL and cannot name a table. Choose another name.`);
  return Object.freeze({
    ...definition,
    family,
    titleColumn,
    isSearchable,
    path: `${NAMESPACE}/${plural}`,
    table: plural,
    translationsTable: `${name}_translations`,
    slugsTable: `${name}_slugs`,
    foreignKey: `${name}_id`,
    isVisible: family === 'term' ? visibleToAllCondition : readableCondition,
  });
}

type AnyEntity = { readonly class?: unknown } | { readonly meta: { readonly class?: unknown } } | Function;

export function kindOf(entity: AnyEntity | undefined): RecordKind | undefined {
  if (entity === undefined) return undefined;
  const schema = 'meta' in entity ? entity.meta : entity;
  const type = typeof schema === 'function' ? schema : schema.class;
  return (type as { readonly kind?: RecordKind } | undefined)?.kind;
}

export const kindsOf = (entities: Iterable<AnyEntity>): readonly RecordKind[] => [
  ...new Set([...entities].flatMap((entity) => kindOf(entity) ?? [])),
];

/** The kinds of an application, in the order of its entities. */
export const registeredKinds = (em: EntityManager): readonly RecordKind[] =>
  kindsOf(em.config.get('entities') as Iterable<AnyEntity>);

/**
 * Checks the kinds that are passed to a decorator. A circular import makes them undefined.
 * @param decorated the class or method, for the message
 * @throws {SetupError}
 */
export function assertKindsDefined(decorated: string, kinds: readonly (RecordKind | undefined)[]): void {
  if (!kinds.includes(undefined)) return;
  throw extensionError([
    {
      subject: decorated,
      text: 'receives an undefined kind because of a circular import. Import the kind from the file that declares it.',
    },
  ]);
}

/** Whether records of a kind have an author and a status. */
export const hasPublishing = ({ family }: Pick<RecordKind, 'family'>): boolean => family !== 'term';

/** Users are visible to any caller who may reference them. */
export const USER_REFERENCE_TARGET: ReferenceTarget = { table: 'users', isVisible: visibleToAllCondition };
