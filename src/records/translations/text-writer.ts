import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueryExecutorProvider } from 'kysely';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import type { Language, RequestLanguage } from '../../kernel/language/languages.js';
import { isNew } from '../../persistence/transactions/is-new.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { slugify } from '../../kernel/text/slugify.js';
import { takeSlug } from './take-slug.js';
import { Strategies } from '../extension-points/strategies.js';

/** The texts of a record in one language, as every kind stores them. */
export interface TextRow {
  language: Language;
  slug: string;
  description: string;
  readonly serves: readonly Language[];
}

/** Texts that a request sends: `undefined` leaves a text, `null` empties it. */
export type SentTexts<Row extends TextRow> = {
  readonly [Column in keyof Row]?: Row[Column] | null | undefined;
};

/** What is particular about the texts of one kind of record. */
export interface TextKind<Row extends TextRow> {
  readonly kind: RecordKind;
  /** The entity of the texts; its reference to the record is named like the kind. */
  readonly entity: new () => Row;
  /** The text that every translation must have. */
  readonly heading: keyof Row & string;
  /** The parameter that brings it. */
  readonly parameter: string;
  /** Texts of a new translation that nobody sent. */
  readonly empty: Partial<Row>;
  /** Columns derived from the others. */
  readonly derive: (row: Row) => Partial<Row>;
}

/** Writes the texts of records: chooses the translation, takes slugs, derives what is searched. */
@Injectable()
export class TextWriter {
  constructor(private readonly strategies: Strategies) {}

  /**
   * Writes the texts sent into the translation that the request means: the language it names, else the one that a read
   * of the same request would serve. Without any text, no translation is touched.
   * The record must be locked, or not yet visible to others.
   * @param taken the slug that the record has taken already, by what {@link TextWriter.wantedSlug} gives
   * @throws {ApiError} `missing_parameter` where a new translation lacks its heading.
   */
  async write<Row extends TextRow>(
    em: EntityManager,
    spec: TextKind<Row>,
    record: { readonly id: number },
    language: RequestLanguage,
    sent: SentTexts<Row>,
    taken?: string,
  ): Promise<void> {
    if (Object.values(sent).every((text) => text === undefined)) return;
    const rows = await this.rowsOf(em, spec, record);
    const existing = rows.find((row) => isMeant(language, row));
    if (!existing && !sent[spec.heading]) throw parameterError({ [spec.parameter]: { key: 'validation.required' } });
    const slug = taken ?? (await this.slugFor(em.getKysely(), spec, record.id, existing, sent));
    const row = existing ?? new spec.entity();
    if (!existing) Object.assign(row, { ...spec.empty, [spec.kind.name]: record, language: language.asked });
    assignTexts(row, spec, sent, slug);
    em.persist(row);
  }

  /**
   * Removes the translation in the language that the request names.
   * @throws {ApiError} `translation_not_found`, `last_translation`
   */
  async remove<Row extends TextRow>(
    em: EntityManager,
    spec: TextKind<Row>,
    record: { readonly id: number },
    { asked }: RequestLanguage,
  ): Promise<void> {
    const rows = await this.rowsOf(em, spec, record);
    const row = rows.find(({ language }) => language === asked);
    if (!row) throw new ApiError('translation_not_found');
    if (rows.length === 1) throw new ApiError('last_translation');
    em.remove(row);
  }

  /** The slug that is wanted for a text: the one sent, else one of its heading; empty where nothing is left of either. */
  wantedSlug(kind: RecordKind, sent: string | null | undefined, heading: string): string {
    const strategy = this.strategies.use('slug');
    const slugOf = (text: string) => slugify(strategy ? strategy.slugOf(text, kind) : text);
    return slugOf(sent ?? '') || slugOf(heading);
  }

  private async rowsOf<Row extends TextRow>(
    em: EntityManager,
    spec: TextKind<Row>,
    record: { id: number },
  ): Promise<Row[]> {
    return isNew(em, record) ? [] : em.find(spec.entity, { [spec.kind.name]: record.id });
  }

  private async slugFor<Row extends TextRow>(
    db: QueryExecutorProvider,
    spec: TextKind<Row>,
    recordId: number,
    existing: Row | undefined,
    sent: SentTexts<Row>,
  ): Promise<string> {
    if (existing && sent.slug === undefined) return existing.slug;
    const heading = String(sent[spec.heading] ?? existing?.[spec.heading] ?? '');
    const wanted = this.wantedSlug(spec.kind, sent.slug, heading) || `${spec.kind.name}-${recordId}`;
    return wanted === existing?.slug ? wanted : takeSlug(db, spec.kind, recordId, wanted);
  }
}

/** Whether a request writes this translation: the one it names, else the one that it would be served. */
function isMeant({ asked, named }: RequestLanguage, row: TextRow): boolean {
  return named ? row.language === asked : row.serves.includes(asked);
}

function assignTexts<Row extends TextRow>(row: Row, spec: TextKind<Row>, sent: SentTexts<Row>, slug: string): void {
  const changes: Partial<Row> = {};
  for (const column of Object.keys(sent) as (keyof Row & string)[]) {
    const text = sent[column];
    if (text !== undefined) changes[column] = (text ?? spec.empty[column] ?? '') as Row[typeof column];
  }
  Object.assign(row, changes, { slug });
  Object.assign(row, spec.derive(row));
}
