import { sql, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { Language } from '../../kernel/language/languages.js';
import type { TermLink } from '../../kernel/schema/reference-fields.js';
import { foldedNameKey } from '../../kernel/text/fold.js';
import { normalizeSlug, slugify } from '../../kernel/text/slugify.js';

/** A reference to a record without its id: by name, by slug, or by a text that may be either. */
export interface NameOrSlug {
  readonly name?: string;
  readonly slug?: string;
}

/**
 * A text in the form of a slug may be a name or a slug. `C` is only a name, so that it does not find `C++`, which has
 * the slug `c`.
 */
export function nameOrSlugOf(term: Exclude<TermLink, number>): NameOrSlug {
  if (typeof term !== 'string') return 'slug' in term ? { slug: normalizeSlug(term.slug) } : term;
  return slugify(term) === term ? { name: term, slug: term } : { name: term };
}

/** A record that matches a name or slug. */
export interface FoundRecord {
  readonly id: number;
  /** The step of {@link foundRecordsSql} that finds it. The lowest takes precedence. */
  readonly step: number;
}

/**
 * Selects the records that match names and slugs (`position`, `id`, `step`). Creates, updates and filters use these steps. The first
 * step with a match decides:
 *
 * 1. the exact name in the requested language
 * 2. the exact name in another language
 * 3. the slug
 * 4. the name regardless of case and accents, in the requested language
 * 5. the name regardless of case and accents, in another language
 * 6. the former slug
 *
 * A record may have several rows. `position` is that of the name or slug in `requested`, from 1.
 */
export function foundRecordsSql(
  { translationsTable, slugsTable, foreignKey }: RecordKind,
  language: Language,
  requested: readonly NameOrSlug[],
): RawBuilder<FoundRecord & { readonly position: number }> {
  const names = requested.map(({ name }) => name ?? null);
  const keys = requested.map(({ name }) => (name === undefined ? null : foldedNameKey(name)));
  const slugs = requested.map(({ slug }) => slug ?? null);
  return sql`
    select requested.position::integer, text.${sql.ref(foreignKey)} as id,
      case when text.name = requested.name then 1 else 4 end + (text.language <> ${language})::integer as step
    from unnest(${names}::text[], ${keys}::text[]) with ordinality as requested (name, key, position)
      join ${sql.table(translationsTable)} as text on md5(text.name_key) = md5(requested.key) and text.name_key = requested.key
    union all
    select requested.position::integer, found.${sql.ref(foreignKey)}, case when found.current then 3 else 6 end
    from unnest(${slugs}::text[]) with ordinality as requested (slug, position)
      join ${sql.table(slugsTable)} as found on found.slug = requested.slug`;
}

interface FindByNameOptions {
  readonly kind: RecordKind;
  readonly language: Language;
  /** The condition on a record, which has the alias `record`. */
  readonly isVisible: RawBuilder<SqlBool>;
  /** Further columns to return with each record. */
  readonly columns?: readonly string[] | undefined;
}

/** Finds the records of each name or slug, in the order of precedence, then of their ids. */
export async function findByName<Row extends object = object>(
  db: QueryExecutorProvider,
  { kind, language, isVisible, columns = [] }: FindByNameOptions,
  requested: readonly NameOrSlug[],
): Promise<(FoundRecord & Row)[][]> {
  if (requested.length === 0) return [];
  // Each name is looked up once, because thousands of venues may have it.
  const keys = requested.map((each) => JSON.stringify(each));
  const distinct = new Map(requested.map((each, index) => [keys[index], each]));
  const { rows } = await sql<FoundRecord & Row & { readonly position: number }>`
    select found.position, record.id, min(found.step) as step${sql.join(
      columns.map((column) => sql`, ${sql.ref(`record.${column}`)}`),
      sql``,
    )}
    from (${foundRecordsSql(kind, language, [...distinct.values()])}) as found
      join ${sql.table(kind.table)} as record on record.id = found.id
    where ${isVisible} group by found.position, record.id order by step, record.id`.execute(db);
  const distinctKeys = [...distinct.keys()];
  const found = Map.groupBy(rows, ({ position }) => distinctKeys[position - 1]);
  return keys.map((key) => found.get(key) ?? []);
}
