import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { RecordKey } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { LanguageFallbackPolicy } from '../../kernel/language/languages.js';
import { ListReader } from '../lists/list-reader.js';
import type { Page } from '../lists/page.view.js';
import { resolveSort } from '../lists/sort-key.js';
import { servedTranslationCondition } from '../translations/served-translation.js';
import { ViewBuilder } from '../views/view-builder.js';
import { fetchPermittedRecord, fetchPageRecords } from './fetch-records.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import { assertReadable } from './record-access.js';
import { ReadScopeFactory } from './read-scope.js';
import type { ResourceType, ResourceTypeMap } from './resource-type.js';

/** Lists and reads the records of any resource type. */
@Injectable()
export class RecordReader {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: ReadScopeFactory,
    private readonly views: ViewBuilder,
    private readonly lists: ListReader,
  ) {}

  /** A page of the records that the caller may read. */
  list<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    context: RequestContext,
    query: T['query'],
  ): Promise<Page & Record<T['plural'], T['view'][]>> {
    const { kind, alias } = type;
    const { nowSql: now } = this.scopes;
    const extensions = this.scopes.listExtension(context, kind, alias, query);
    const isOfRecord = sql`${sql.ref(`t.${kind.foreignKey}`)} = ${sql.ref(`${alias}.id`)}`;
    const sort = resolveSort({ ...type.orders(context, query), ...extensions.sortKeys }, query);
    const isCounted = sort.name === 'count' || (context.fields?.members.has('count') ?? true);
    const count = isCounted ? type.count : undefined;
    return this.lists.readPage(context, query, {
      kind,
      alias,
      sort,
      from: sql`${sql.table(kind.table)} as ${sql.ref(alias)}
        join ${sql.table(kind.translationsTable)} as t on ${isOfRecord} and ${servedTranslationCondition('t', context.language.requested)}
        ${count?.forList(query, now) ?? sql``}`,
      where: [...type.filters(context, query, now), ...extensions.conditions],
      expires: type.expires?.(query) ?? [],
      ...(count ? { extra: sql`coalesce(n.count, 0)` } : {}),
      read: (page) =>
        fetchPageRecords(type, this.em.getKysely(), { context, scope: this.scopes.forContext(context) }, page),
      view: (row) => type.view(this.views, context, row),
    });
  }

  /** @throws {ApiError} `<kind>_not_found`, `<kind>_in_trash`, `translation_not_found` */
  get<T extends ResourceTypeMap>(
    type: ResourceType<T>,
    context: RequestContext,
    key: RecordKey,
    { ml_fallback }: { readonly ml_fallback?: LanguageFallbackPolicy },
  ): Promise<T['view']> {
    return this.read({ em: this.em, context }, type, key, ml_fallback);
  }

  /** Reads a record within a transaction. */
  async read<T extends ResourceTypeMap>(
    { em, context }: WriteScope,
    type: ResourceType<T>,
    key: RecordKey,
    fallback?: LanguageFallbackPolicy,
  ): Promise<T['view']> {
    const row = await fetchPermittedRecord(type, em.getKysely(), this.scopes.forContext(context), key);
    return type.view(this.views, context, assertReadable(context, type.kind, row, fallback));
  }
}
