import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { reportTogether } from '../kernel/errors/report-together.js';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { LanguageFallback } from '../kernel/language/languages.js';
import { readPage } from '../records/lists/list-reader.js';
import type { ReadQuery, RemoveQuery } from '../records/lists/page.query.js';
import { chosenOrder } from '../records/lists/sort-key.js';
import { Totals } from '../records/lists/totals.js';
import { createAll } from '../records/crud/create-all.js';
import { inTransaction } from '../persistence/transactions/in-transaction.js';
import { TAG } from '../records/types/kinds.js';
import { judge } from '../records/crud/record-rights.js';
import { RecordStore } from '../records/crud/record-store.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { isNamedBy } from '../records/slugs/take-slug.js';
import { findOrCreateTerms } from '../records/terms/find-or-create-terms.js';
import { orNameConflict } from '../records/terms/name-conflict.js';
import { termOrders } from '../records/terms/term-orders.js';
import { TextWriter } from '../records/translations/text-writer.js';
import type { SentTerm } from '../kernel/schema/link-fields.js';
import type { TagTables } from './tag.entity.js';
import type { CreateTagDto } from './dto/create-tag.dto.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import { tagView, type TagList, type TagView } from './dto/tag.view.js';
import type { UpdateTagDto } from './dto/update-tag.dto.js';
import { tagFilters, tagsFrom } from './tag-filters.js';
import { TAG_TEXTS } from './tag-texts.js';
import { Tag } from './tag.entity.js';
import { readTag, readTags } from './tag.select.js';

/** Tags: what is written, what is served. */
@Injectable()
export class TagsService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: RecordStore,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
  ) {}

  list(context: RequestContext, query: ListTagsQuery): Promise<TagList> {
    const db = this.em.getKysely<TagTables>();
    const { now } = this.records;
    const added = this.records.added(context, TAG, 'g');
    return readPage(this.totals, context, query, {
      kind: TAG,
      alias: 'g',
      sort: chosenOrder({ ...termOrders(TAG, context, query), ...added.orders }, query),
      from: tagsFrom(context, query, now),
      where: [...tagFilters(context, query, now), ...added.filters(query).conditions],
      told: sql`coalesce(n.count, 0)`,
      read: (page) => readTags(db, this.records.reader(context), page),
      view: (row) => tagView(this.views, context, row),
    });
  }

  create(context: RequestContext, input: CreateTagDto): Promise<TagView> {
    return this.transaction(context, async (em) => {
      const [id = 0] = await this.add(em, context, [input]);
      return this.read(em, context, { id });
    });
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<TagView> {
    return this.read(this.em, context, key, query.ml_fallback);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateTagDto): Promise<TagView> {
    return this.transaction(context, async (em) => {
      const tag = await this.records.lock(em, context, Tag, TAG, key);
      await this.write(em, context, tag, input);
      await this.records.save(em, context, TAG, tag);
      return this.read(em, context, { id: tag.id });
    });
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveQuery): Promise<TagView> {
    return this.transaction(context, async (em) => {
      const tag = await this.records.lock(em, context, Tag, TAG, key, 'erased');
      if (query.ml_scope === 'translation') {
        await this.texts.remove(em, TAG_TEXTS, tag, context.language);
        await this.records.save(em, context, TAG, tag);
        return this.read(em, context, { id: tag.id });
      }
      const last = await this.read(em, context, { id: tag.id });
      await this.records.erase(em, TAG, tag);
      await this.records.save(em, context, TAG, tag);
      return last;
    });
  }

  /** The ids of the tags sent, in that order; texts are slugs or names, and unknown ones names of new tags. */
  findOrCreate(em: EntityManager, context: RequestContext, sent: readonly SentTerm[]): Promise<number[]> {
    const create = (inputs: readonly CreateTagDto[]) => this.add(em, context, inputs);
    return findOrCreateTerms(em, context, { kind: TAG, now: this.records.now, create }, sent);
  }

  private async add(em: EntityManager, context: RequestContext, inputs: readonly CreateTagDto[]): Promise<number[]> {
    const fresh = await this.records.numbered(em, TAG, inputs);
    return createAll(this.records, em, context, Tag, fresh, (tag, input) => this.write(em, context, tag, input));
  }

  private transaction<Result>(context: RequestContext, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return orNameConflict(this.em.getKysely(), TAG, () => inTransaction(this.em, context, work));
  }

  private async write(em: EntityManager, context: RequestContext, tag: Tag, input: UpdateTagDto): Promise<void> {
    const texts = { name: input.name, description: input.description, slug: input.slug };
    await reportTogether([
      () => this.texts.write(em, TAG_TEXTS, tag, context.language, texts),
      () => this.records.additions.write(em, context, TAG, tag, input),
    ]);
  }

  private async read(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    fallback?: LanguageFallback,
  ): Promise<TagView> {
    const isWanted = isNamedBy(TAG, sql.ref('g.id'), key);
    const row = await readTag(em.getKysely<TagTables>(), this.records.reader(context), isWanted);
    return tagView(this.views, context, judge(context, TAG, row, fallback));
  }
}
