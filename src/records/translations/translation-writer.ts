import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueryExecutorProvider } from 'kysely';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import type { Language, RequestLanguage } from '../../kernel/language/languages.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { slugify } from '../../kernel/text/slugify.js';
import { claimSlug } from './slugs.js';
import { StrategyRegistry } from '../extension-points/strategy-registry.js';

/** The texts of a record in one language, as every kind stores them. */
export interface TranslationRow {
  language: Language;
  slug: string;
  description: string;
  readonly fallbackLanguages: readonly Language[];
}

/** Texts that a request sends: `undefined` leaves a text, `null` empties it. */
export type TranslationInput<Row extends TranslationRow> = {
  readonly [Column in keyof Row]?: Row[Column] | null | undefined;
};

/** A write of one translation. */
interface TranslationWrite<Row extends TranslationRow> {
  readonly language: RequestLanguage;
  readonly input: TranslationInput<Row>;
  /** The slug, if the record has claimed what {@link TranslationWriter.preferredSlug} returned. */
  readonly claimedSlug?: string | undefined;
}

/** What is particular about the texts of one kind of record. */
export interface TranslationSchema<Row extends TranslationRow> {
  readonly kind: RecordKind;
  /** The entity of the texts; its reference to the record is named like the kind. */
  readonly entity: new () => Row;
  /** The text that every translation must have. */
  readonly titleColumn: keyof Row & string;
  /** The parameter that brings it. */
  readonly titleParameter: string;
  /** Texts of a new translation that nobody sent. */
  readonly defaults: Partial<Row>;
  /** Columns derived from the others. */
  readonly derive: (row: Row) => Partial<Row>;
}

/** Writes the texts of records: chooses the translation, takes slugs, derives what is searched. */
@Injectable()
export class TranslationWriter {
  constructor(private readonly strategies: StrategyRegistry) {}

  /**
   * Writes the texts sent into the translation that the request means: the language it names, else the one that a read
   * of the same request would serve. Without any text, no translation is touched.
   * The record must be locked, or not yet visible to others.
   * @throws {ApiError} `missing_parameter` where a new translation lacks its heading.
   */
  async write<Row extends TranslationRow>(
    em: EntityManager,
    schema: TranslationSchema<Row>,
    record: { readonly id: number },
    { language, input, claimedSlug }: TranslationWrite<Row>,
  ): Promise<void> {
    if (Object.values(input).every((text) => text === undefined)) return;
    const rows = await this.loadTranslations(em, schema, record);
    const existing = rows.find((row) => isTargetTranslation(language, row));
    if (!existing && !input[schema.titleColumn])
      throw parameterError({ [schema.titleParameter]: { key: 'validation.required' } });
    const slug = claimedSlug ?? (await this.resolveSlug(em.getKysely(), schema, { id: record.id, existing }, input));
    const row = existing ?? new schema.entity();
    if (!existing) Object.assign(row, { ...schema.defaults, [schema.kind.name]: record, language: language.requested });
    assignTranslation(row, schema, input, slug);
    em.persist(row);
  }

  /**
   * Removes the translation in the language that the request names.
   * @throws {ApiError} `translation_not_found`, `last_translation`
   */
  async remove<Row extends TranslationRow>(
    em: EntityManager,
    schema: TranslationSchema<Row>,
    record: { readonly id: number },
    { requested }: RequestLanguage,
  ): Promise<void> {
    const rows = await this.loadTranslations(em, schema, record);
    const row = rows.find(({ language }) => language === requested);
    if (!row) throw new ApiError('translation_not_found');
    if (rows.length === 1) throw new ApiError('last_translation');
    em.remove(row);
  }

  /** The slug that is wanted for a text: the one sent, else one of its heading; empty where nothing is left of either. */
  preferredSlug(kind: RecordKind, input: string | null | undefined, title: string): string {
    const strategy = this.strategies.get('slug');
    const slugOf = (text: string) => slugify(strategy ? strategy.slugSource(text, kind) : text);
    return slugOf(input ?? '') || slugOf(title);
  }

  private async loadTranslations<Row extends TranslationRow>(
    em: EntityManager,
    schema: TranslationSchema<Row>,
    record: { id: number },
  ): Promise<Row[]> {
    return isNewEntity(em, record) ? [] : em.find(schema.entity, { [schema.kind.name]: record.id });
  }

  private async resolveSlug<Row extends TranslationRow>(
    db: QueryExecutorProvider,
    schema: TranslationSchema<Row>,
    { id, existing }: { readonly id: number; readonly existing: Row | undefined },
    input: TranslationInput<Row>,
  ): Promise<string> {
    if (existing && input.slug === undefined) return existing.slug;
    const title = String(input[schema.titleColumn] ?? existing?.[schema.titleColumn] ?? '');
    const preferred = this.preferredSlug(schema.kind, input.slug, title) || `${schema.kind.name}-${id}`;
    return preferred === existing?.slug ? preferred : claimSlug(db, schema.kind, id, preferred);
  }
}

/** Whether a request writes this translation: the one it names, else the one that it would be served. */
function isTargetTranslation({ requested, isExplicit }: RequestLanguage, row: TranslationRow): boolean {
  return isExplicit ? row.language === requested : row.fallbackLanguages.includes(requested);
}

function assignTranslation<Row extends TranslationRow>(
  row: Row,
  schema: TranslationSchema<Row>,
  input: TranslationInput<Row>,
  slug: string,
): void {
  const changes: Partial<Row> = {};
  for (const column of Object.keys(input) as (keyof Row & string)[]) {
    const text = input[column];
    if (text !== undefined) changes[column] = (text ?? schema.defaults[column] ?? '') as Row[typeof column];
  }
  Object.assign(row, changes, { slug });
  Object.assign(row, schema.derive(row));
}
