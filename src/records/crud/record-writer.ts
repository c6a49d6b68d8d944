import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import type { RecordKey } from '../../kernel/context/record-key.js';
import { withLanguage, type RequestContext } from '../../kernel/context/request-context.js';
import { collectErrors } from '../../kernel/errors/collect-errors.js';
import type { Language } from '../../kernel/language/languages.js';
import { runInTransaction } from '../../persistence/transactions/run-in-transaction.js';
import type { HasImage } from '../images/set-image.js';
import type { Publishable, PublicationInput } from '../publishing/publication.js';
import { TranslationWriter, type TranslationInput } from '../translations/translation-writer.js';
import { hasPublishing } from '../types/kinds.js';
import { insertRecords } from './insert-records.js';
import { findOrCreate } from './find-or-create.js';
import { RecordReader } from './record-reader.js';
import { RecordStore, type DraftKey, type Versioned } from './record-store.js';
import { findIdsByName } from './find-ids-by-name.js';
import type { ResourceType, ResourceTypes } from './resource-type.js';

/** A deletion; terms have no trash, and know no `force`. */
interface Deletion {
  readonly ml_scope: 'record' | 'translation';
  readonly force?: boolean;
}

type PublishedEntity = Versioned & Publishable & HasImage & { createdAt: Date; customFields: Record<string, unknown> };

/** Creates, updates and removes the records of any resource type. */
@Injectable()
export class RecordWriter {
  constructor(
    private readonly em: EntityManager,
    private readonly store: RecordStore,
    private readonly translationWriter: TranslationWriter,
    private readonly reader: RecordReader,
  ) {}

  /** The present, for statements. */
  get now(): RawBuilder<Date> {
    return this.store.now;
  }

  create<T extends ResourceTypes>(
    type: ResourceType<T>,
    context: RequestContext,
    input: T['input'],
  ): Promise<T['view']> {
    return this.transaction(type, context, async (em) => {
      await type.beforeWrite?.(em, input);
      const [id = 0] = await this.insert(type, em, context, [input]);
      return this.reader.read(em, type, context, { id });
    });
  }

  /** Fields that are not sent stay; `null` empties them. */
  update<T extends ResourceTypes>(
    type: ResourceType<T>,
    context: RequestContext,
    key: RecordKey,
    input: T['input'],
  ): Promise<T['view']> {
    return this.transaction(type, context, async (em) => {
      await type.beforeWrite?.(em, input);
      const record = await this.store.lock(em, context, type.entity, type.kind, key);
      await this.write(em, type, context, record, input);
      await this.store.save(em, context, type.kind, record);
      return this.reader.read(em, type, context, { id: record.id });
    });
  }

  /** Moves a record to the trash, deletes it permanently, or removes one translation. Returns what is left, or was last. */
  remove<T extends ResourceTypes>(
    type: ResourceType<T>,
    context: RequestContext,
    key: RecordKey,
    { ml_scope, force = !hasPublishing(type.kind) }: Deletion,
  ): Promise<T['view']> {
    return this.transaction(type, context, async (em) => {
      const { kind, entity } = type;
      const mode = ml_scope === 'translation' ? undefined : force ? 'erased' : 'trashed';
      await type.beforeRemove?.(em);
      const record = await this.store.lock(em, context, entity, kind, key, mode);
      const last = mode === 'erased' ? await this.reader.read(em, type, context, { id: record.id }) : undefined;
      if (mode === 'erased') await this.deletePermanently(type, em, context, record);
      else if (mode === 'trashed') await this.store.trash(em, record);
      else await this.removeTranslation(type, em, context, record);
      if (!last) await this.store.save(em, context, kind, record);
      return last ?? this.reader.read(em, type, context, { id: record.id });
    });
  }

  /** Ids of linked records in the given order. Records without an id are found by name, else created. */
  findOrCreate<T extends ResourceTypes>(
    type: ResourceType<T>,
    em: EntityManager,
    context: RequestContext,
    links: readonly (number | T['input'])[],
  ): Promise<number[]> {
    const { kind, translations } = type;
    const db = em.getKysely();
    const nameOf = (input: T['input']) => String((input as Record<string, unknown>)[translations.titleParameter]);
    const find = (names: readonly string[]) => findIdsByName(db, context, kind, names, this.store.now);
    const create = (inputs: readonly T['input'][]) => this.insert(type, em, context, inputs);
    return findOrCreate<T['input']>(db, { kind, nameOf, find, create }, links);
  }

  /** Publishes a record of this author that is still a draft. */
  async publishDraft<T extends ResourceTypes>(
    type: ResourceType<T>,
    em: EntityManager,
    context: RequestContext,
    draft: DraftKey,
    publication: PublicationInput & T['input'],
  ): Promise<void> {
    const record = await this.store.lockDraft(em, type.entity, type.kind, draft);
    if (!record) return;
    await this.write(em, type, context, record, publication);
    await this.store.save(em, context, type.kind, record);
  }

  /** Creates records along with others, within their transaction; returns their ids. */
  async insert<T extends ResourceTypes>(
    type: ResourceType<T>,
    em: EntityManager,
    context: RequestContext,
    inputs: readonly T['input'][],
  ): Promise<number[]> {
    const { kind, entity } = type;
    const newRecords = hasPublishing(kind)
      ? await this.store.withDefaults(em, kind, context, inputs)
      : await this.store.withIds(em, kind, inputs);
    return insertRecords(this.store, em, context, entity, newRecords, (record, input) =>
      this.write(em, type, withLanguage(context, languageOf(input)), record, input),
    );
  }

  private async deletePermanently<T extends ResourceTypes>(
    type: ResourceType<T>,
    em: EntityManager,
    context: RequestContext,
    record: T['entity'],
  ): Promise<void> {
    if (type.deletePermanently) return type.deletePermanently(this.store, em, context, record);
    await this.store.deletePermanently(em, type.kind, record);
    await this.store.save(em, context, type.kind, record);
  }

  private async removeTranslation<T extends ResourceTypes>(
    { kind, translations }: ResourceType<T>,
    em: EntityManager,
    context: RequestContext,
    record: T['entity'],
  ): Promise<void> {
    await this.translationWriter.remove(em, translations, record, context.language);
    if (hasPublishing(kind)) this.store.requireReview(context.principal, record as unknown as PublishedEntity);
  }

  /** Writes publication, fields, texts and what extensions add; reports everything that is wrong in one error. */
  private async write<T extends ResourceTypes>(
    em: EntityManager,
    type: ResourceType<T>,
    context: RequestContext,
    record: T['entity'],
    input: T['input'],
  ): Promise<void> {
    const { kind, translations } = type;
    const published = record as unknown as PublishedEntity;
    await collectErrors([
      () => (hasPublishing(kind) ? this.store.applyPublishing(em, context, published, input) : undefined),
      () => type.applyFields?.(record, input, em),
      () => this.translationWriter.write(em, translations, record, context.language, translationInput(type, input)),
      () => this.store.extensions.write(em, context, kind, record, input),
    ]);
  }

  private transaction<T extends ResourceTypes, Result>(
    { mapErrors = (_db, work) => work() }: Pick<ResourceType<T>, 'mapErrors'>,
    context: RequestContext,
    work: (em: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return mapErrors(this.em.getKysely(), () => runInTransaction(this.em, context, work));
  }
}

/** The texts of an input, by their columns. */
function translationInput<T extends ResourceTypes>(
  { translations }: ResourceType<T>,
  input: object,
): TranslationInput<T['translation']> {
  const { titleColumn, titleParameter } = translations;
  const { description, slug, [titleParameter]: title } = input as Record<string, string | null | undefined>;
  return { [titleColumn]: title, description, slug } as TranslationInput<T['translation']>;
}

const languageOf = (input: object) => (input as { readonly ml_language?: Language | null }).ml_language;
