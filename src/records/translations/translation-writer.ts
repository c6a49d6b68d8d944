import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueryExecutorProvider } from 'kysely';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import type { Language, RequestLanguage } from '../../kernel/language/languages.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { claimSlug, deriveSlug } from './slugs.js';
import { StrategyRegistry } from '../extension-points/strategy-registry.js';

/** The columns of every translation. */
export interface TranslationColumns {
  language: Language;
  slug: string;
  description: string;
  readonly fallbackLanguages: readonly Language[];
}

/** The texts of a request. `undefined` keeps a text, `null` empties it. */
export type TranslationInput<Row extends TranslationColumns> = {
  readonly [Column in keyof Row]?: Row[Column] | null | undefined;
};

interface TranslationWrite<Row extends TranslationColumns> {
  readonly language: RequestLanguage;
  readonly input: TranslationInput<Row>;
  /** The slug, if the record has claimed what {@link TranslationWriter.preferredSlug} returned. */
  readonly claimedSlug?: string | undefined;
}

/** Describes the translations of a kind. */
export interface TranslationDefinition<Row extends TranslationColumns> {
  readonly kind: RecordKind;
  /** The entity of the translations. Its reference to the record is named after the kind. */
  readonly entity: new () => Row;
  /** The column of the title or name, which every translation must have. */
  readonly titleColumn: keyof Row & string;
  /** The parameter of the title or name. */
  readonly titleParameter: string;
  /** Values of texts that are not sent for a new translation, and of texts that are emptied. */
  readonly defaults: Partial<Row>;
  /** Returns the columns that are derived from the others. */
  readonly derive: (row: Row) => Partial<Row>;
}

/** Writes the translations of records and claims their slugs. */
@Injectable()
export class TranslationWriter {
  constructor(private readonly strategies: StrategyRegistry) {}

  /**
   * Writes the texts of a request into the translation in the language that it names, or else into the one that a read would serve. Without
   * texts, no translation is changed. The record must be new or locked.
   * @throws {ApiError} `missing_parameter` if a new translation lacks its title
   */
  async write<Row extends TranslationColumns>(
    em: EntityManager,
    schema: TranslationDefinition<Row>,
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
   * Removes the translation in the requested language.
   * @throws {ApiError} `translation_not_found`, `last_translation`
   */
  async remove<Row extends TranslationColumns>(
    em: EntityManager,
    schema: TranslationDefinition<Row>,
    record: { readonly id: number },
    { requested }: RequestLanguage,
  ): Promise<void> {
    const rows = await this.loadTranslations(em, schema, record);
    const row = rows.find(({ language }) => language === requested);
    if (!row) throw new ApiError('translation_not_found');
    if (rows.length === 1) throw new ApiError('last_translation');
    em.remove(row);
  }

  /** The slug for a translation: the one sent, or else one from the title. Empty if neither gives one. */
  preferredSlug(kind: RecordKind, input: string | null | undefined, title: string): string {
    const strategy = this.strategies.get('slug');
    const slugOf = (text: string) => deriveSlug(kind, strategy ? strategy.slugSource(text, kind) : text);
    return slugOf(input ?? '') || slugOf(title);
  }

  private async loadTranslations<Row extends TranslationColumns>(
    em: EntityManager,
    schema: TranslationDefinition<Row>,
    record: { id: number },
  ): Promise<Row[]> {
    return isNewEntity(em, record) ? [] : em.find(schema.entity, { [schema.kind.name]: record.id });
  }

  private async resolveSlug<Row extends TranslationColumns>(
    db: QueryExecutorProvider,
    schema: TranslationDefinition<Row>,
    { id, existing }: { readonly id: number; readonly existing: Row | undefined },
    input: TranslationInput<Row>,
  ): Promise<string> {
    if (existing && input.slug === undefined) return existing.slug;
    const title = String(input[schema.titleColumn] ?? existing?.[schema.titleColumn] ?? '');
    const preferred = this.preferredSlug(schema.kind, input.slug, title) || `${schema.kind.name}-${id}`;
    return preferred === existing?.slug ? preferred : claimSlug(db, schema.kind, id, preferred);
  }
}

function isTargetTranslation({ requested, isExplicit }: RequestLanguage, row: TranslationColumns): boolean {
  return isExplicit ? row.language === requested : row.fallbackLanguages.includes(requested);
}

function assignTranslation<Row extends TranslationColumns>(
  row: Row,
  schema: TranslationDefinition<Row>,
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
