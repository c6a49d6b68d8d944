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
import { CATEGORY } from '../records/types/kinds.js';
import { judge } from '../records/crud/record-rights.js';
import { RecordStore } from '../records/crud/record-store.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { isNamedBy } from '../records/slugs/take-slug.js';
import { findOrCreateTerms } from '../records/terms/find-or-create-terms.js';
import { orNameConflict } from '../records/terms/name-conflict.js';
import { termOrders } from '../records/terms/term-orders.js';
import { TextWriter } from '../records/translations/text-writer.js';
import type { SentTerm } from '../kernel/schema/link-fields.js';
import type { CategoryTables } from './category.entity.js';
import type { CreateCategoryDto } from './dto/create-category.dto.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';
import { categoryView, type CategoryList, type CategoryView } from './dto/category.view.js';
import type { UpdateCategoryDto } from './dto/update-category.dto.js';
import { categoryFilters, categoriesFrom } from './category-filters.js';
import { beginMove, beginRemoval, moveCategory, moveChildrenUp } from './category-tree.js';
import { CATEGORY_TEXTS } from './category-texts.js';
import { Category } from './category.entity.js';
import { readCategory, readCategories } from './category.select.js';

/** Categories: what is written, what is served. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: RecordStore,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
  ) {}

  list(context: RequestContext, query: ListCategoriesQuery): Promise<CategoryList> {
    const db = this.em.getKysely<CategoryTables>();
    const { now } = this.records;
    const added = this.records.added(context, CATEGORY, 'c');
    return readPage(this.totals, context, query, {
      kind: CATEGORY,
      alias: 'c',
      sort: chosenOrder({ ...termOrders(CATEGORY, context, query), ...added.orders }, query),
      from: categoriesFrom(context, query, now),
      where: [...categoryFilters(context, query, now), ...added.filters(query).conditions],
      told: sql`coalesce(n.count, 0)`,
      read: (page) => readCategories(db, this.records.reader(context), page),
      view: (row) => categoryView(this.views, context, row),
    });
  }

  create(context: RequestContext, input: CreateCategoryDto): Promise<CategoryView> {
    return this.transaction(context, async (em) => {
      await beginMove(em, input.parent);
      const [id = 0] = await this.add(em, context, [input]);
      return this.read(em, context, { id });
    });
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<CategoryView> {
    return this.read(this.em, context, key, query.ml_fallback);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateCategoryDto): Promise<CategoryView> {
    return this.transaction(context, async (em) => {
      await beginMove(em, input.parent);
      const category = await this.records.lock(em, context, Category, CATEGORY, key);
      await this.write(em, context, category, input);
      await this.records.save(em, context, CATEGORY, category);
      return this.read(em, context, { id: category.id });
    });
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveQuery): Promise<CategoryView> {
    return this.transaction(context, async (em) => {
      await beginRemoval(em);
      const category = await this.records.lock(em, context, Category, CATEGORY, key, 'erased');
      if (query.ml_scope === 'translation') {
        await this.texts.remove(em, CATEGORY_TEXTS, category, context.language);
        await this.records.save(em, context, CATEGORY, category);
        return this.read(em, context, { id: category.id });
      }
      const last = await this.read(em, context, { id: category.id });
      await this.records.erase(em, CATEGORY, category);
      // Before its texts go.
      await this.records.writes.ask(em, context);
      await this.records.writes.note(em, context, await this.records.databaseNow(em));
      const moved = await moveChildrenUp(em, context, category, this.records.now);
      await this.records.writes.tell(em, moved);
      await em.flush();
      return last;
    });
  }

  /** The ids of the categories sent, in that order; texts are slugs or names, and unknown ones names of new categories. */
  findOrCreate(em: EntityManager, context: RequestContext, sent: readonly SentTerm[]): Promise<number[]> {
    const create = (inputs: readonly CreateCategoryDto[]) => this.add(em, context, inputs);
    return findOrCreateTerms(em, context, { kind: CATEGORY, now: this.records.now, create }, sent);
  }

  private async add(
    em: EntityManager,
    context: RequestContext,
    inputs: readonly CreateCategoryDto[],
  ): Promise<number[]> {
    const fresh = await this.records.numbered(em, CATEGORY, inputs);
    return createAll(this.records, em, context, Category, fresh, (category, input) =>
      this.write(em, context, category, input),
    );
  }

  private transaction<Result>(context: RequestContext, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return orNameConflict(this.em.getKysely(), CATEGORY, () => inTransaction(this.em, context, work));
  }

  private async write(
    em: EntityManager,
    context: RequestContext,
    category: Category,
    input: UpdateCategoryDto,
  ): Promise<void> {
    const texts = { name: input.name, description: input.description, slug: input.slug };
    await reportTogether([
      () => moveCategory(em, category, input.parent),
      () => this.texts.write(em, CATEGORY_TEXTS, category, context.language, texts),
      () => this.records.additions.write(em, context, CATEGORY, category, input),
    ]);
  }

  private async read(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    fallback?: LanguageFallback,
  ): Promise<CategoryView> {
    const isWanted = isNamedBy(CATEGORY, sql.ref('c.id'), key);
    const row = await readCategory(em.getKysely<CategoryTables>(), this.records.reader(context), isWanted);
    return categoryView(this.views, context, judge(context, CATEGORY, row, fallback));
  }
}
