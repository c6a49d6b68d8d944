import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import type { RecordKey } from '../../kernel/context/record-kind.js';
import { withLanguage, type RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { runInTransaction, type WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import type { PublicationChange, PublicationColumns } from '../publishing/publication.js';
import { deletionModeOf } from '../publishing/remove-record.query.js';
import { scopeOfUpdate } from '../translations/slugs.js';
import { hasPublishing } from '../types/record-kinds.js';
import type { RemoveQuery } from '../lists/base.query.js';
import { findByName } from './find-by-name.js';
import { closest, findOrCreate, type NewRecord, type ResolvedIds } from './find-or-create.js';
import { assertDeletionScope } from './assert-deletion-scope.js';
import { prepareNewRecords } from './prepare-new-records.js';
import { RecordFieldsWriter } from './record-fields-writer.js';
import { RecordReader } from './record-reader.js';
import { RecordStore } from './record-store.js';
import type { ResourceType, ResourceTypeMap } from './resource-type.js';

/** Creates, updates and removes the records of any resource type. */
@Injectable()
export class RecordWriter {
  constructor(
    private readonly em: EntityManager,
    private readonly store: RecordStore,
    private readonly fields: RecordFieldsWriter,
    private readonly reader: RecordReader,
  ) {}

  /** The current time as an SQL expression: the start of the transaction. */
  get nowSql(): RawBuilder<Date> {
    return this.store.nowSql;
  }

  create<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    context: RequestContext,
    input: T['input'],
  ): Promise<T['view']> {
    return this.transaction(type, context, async (scope) => {
      await type.beforeWrite?.(scope.em, input);
      const [id = 0] = await this.insert(type, scope, [input]);
      return this.reader.read(scope, type, { id });
    });
  }

  /** Updates a record. Fields that are not sent keep their value, `null` empties them. */
  update<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    context: RequestContext,
    key: RecordKey,
    input: T['input'],
  ): Promise<T['view']> {
    return this.transaction(type, context, async (requested) => {
      await type.beforeWrite?.(requested.em, input);
      const record = await this.store.lock(requested, type, key);
      const scope = await scopeOfUpdate(requested, type.kind, record, key);
      await this.fields.write(scope, type, record, input);
      await this.store.save(scope, type.kind, record);
      return this.reader.read(scope, type, { id: record.id });
    });
  }

  /**
   * Moves a record to the trash, deletes it permanently, or removes one translation. Terms have no trash.
   * @returns the record as it is now, or as it was before it was deleted permanently
   */
  remove<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    context: RequestContext,
    key: RecordKey,
    query: RemoveQuery & { readonly force?: boolean },
  ): Promise<T['view']> {
    return this.transaction(type, context, async (scope) => {
      const mode = deletionModeOf({ force: !hasPublishing(type.kind), ...query });
      await type.beforeRemove?.(scope.em);
      const record = await this.store.lock(scope, type, key, mode);
      if (mode === 'permanent') {
        await assertDeletionScope(scope, type.kind, record, query);
        const lastView = await this.reader.read(scope, type, { id: record.id });
        const cascade = async (at: RawBuilder<Date>) => (await type.updateDependents?.(scope, record, at)) ?? [];
        await this.store.deletePermanently(scope, type.kind, record, cascade);
        return lastView;
      }
      if (mode === 'trash') await this.store.trash(scope.em, record);
      else await this.fields.removeTranslation(scope, type, record);
      await this.store.save(scope, type.kind, record);
      return this.reader.read(scope, type, { id: record.id });
    });
  }

  /**
   * Resolves linked records. An input without an id is resolved to a record of the same name that `namesakes` does not
   * tell apart from it. If there is none, a record is created.
   */
  findOrCreate<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    em: EntityManager,
    context: RequestContext,
    links: readonly (number | T['input'])[],
  ): Promise<ResolvedIds> {
    const { kind, translations, namesakes } = type;
    const db = em.getKysely();
    const { requested: language } = context.language;
    const isVisible = kind.isVisible(context.principal, 'record', this.nowSql, []);
    const agreement = (one: T['input'], other: T['input']) => (namesakes ? namesakes.agreement(one, other) : 0);
    const nameOf = (input: T['input']) => String((input as Record<string, unknown>)[translations.titleParameter]);
    const find = async (inputs: readonly T['input'][]) => {
      const names = inputs.map((input) => ({ name: nameOf(input) }));
      const found = await findByName(db, { kind, language, isVisible, columns: namesakes?.columns }, names);
      return inputs.map((input, index) => closest(found[index] ?? [], (record) => agreement(input, record))?.id);
    };
    const create = (inputs: readonly T['input'][]) => this.insert(type, { em, context }, inputs);
    const similarity = (one: NewRecord<T['input']>, other: NewRecord<T['input']>) =>
      one.key === other.key ? agreement(one.input, other.input) : undefined;
    return findOrCreate<T['input']>(db, { kind, nameOf, find, similarity, create }, links);
  }

  /**
   * Changes status and publication date of a record as a consequence of another write. The rights of the caller are not
   * checked.
   * @param decide returns the change of the locked record, `undefined` for none
   */
  async changePublication<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    scope: WriteScope,
    id: number,
    decide: (record: PublicationColumns) => Promise<PublicationChange | undefined>,
  ): Promise<void> {
    const record = await this.store.lockUnchecked(scope.em, type, id);
    const change = record && (await decide(record as unknown as PublicationColumns));
    if (!change) return;
    Object.assign(record, change);
    await this.store.save(scope, type.kind, record);
  }

  /** Creates records within a transaction. Returns their ids. */
  async insert<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    scope: WriteScope,
    inputs: readonly T['input'][],
  ): Promise<number[]> {
    const { em, context } = scope;
    const prepared = await prepareNewRecords(scope, { kind: type.kind, now: this.nowSql }, inputs);
    const records = prepared.map(({ input, columns }) => ({ input, record: em.create(type.entity, columns as never) }));
    for (const { input, record } of records) {
      await this.fields.write({ em, context: withLanguage(context, inputLanguageOf(input)) }, type, record, input);
    }
    await this.store.insert(scope);
    return records.map(({ record }) => record.id);
  }

  private transaction<T extends ResourceTypeMap, Result>(
    { mapErrors = (_db, work) => work() }: Pick<ResourceType<T>, 'mapErrors'>,
    context: RequestContext,
    work: (scope: WriteScope) => Promise<Result>,
  ): Promise<Result> {
    return mapErrors(this.em.getKysely(), () => runInTransaction(this.em, context, (em) => work({ em, context })));
  }
}

const inputLanguageOf = (input: object) => (input as { readonly ml_language?: Language | null }).ml_language;
