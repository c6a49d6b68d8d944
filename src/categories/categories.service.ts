import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { TermInput } from '../kernel/schema/reference-fields.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ReadQuery, RemoveQuery } from '../records/lists/page.query.js';
import { findOrCreateTerms } from '../kinds/find-or-create-terms.js';
import type { CreateCategoryDto } from './dto/create-category.dto.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';
import type { CategoryList, CategoryView } from './dto/category.view.js';
import type { UpdateCategoryDto } from './dto/update-category.dto.js';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import { CATEGORIES } from './category.resource.js';

/** Lists, reads and writes categories. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly reader: RecordReader,
    private readonly writer: RecordWriter,
  ) {}

  list(context: RequestContext, query: ListCategoriesQuery): Promise<CategoryList> {
    return this.reader.list(CATEGORIES, context, query);
  }

  create(context: RequestContext, input: CreateCategoryDto): Promise<CategoryView> {
    return this.writer.create(CATEGORIES, context, input);
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<CategoryView> {
    return this.reader.get(CATEGORIES, context, key, query);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateCategoryDto): Promise<CategoryView> {
    return this.writer.update(CATEGORIES, context, key, input);
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveQuery): Promise<CategoryView> {
    return this.writer.remove(CATEGORIES, context, key, query);
  }

  /** Ids of the categories that an event links, in the given order. A text is a slug or a name; an unknown one creates a category. */
  findOrCreate(em: EntityManager, context: RequestContext, links: readonly TermInput[]): Promise<number[]> {
    const create = (inputs: readonly CreateCategoryDto[]) => this.writer.insert(CATEGORIES, { em, context }, inputs);
    return findOrCreateTerms(em, context, { kind: CATEGORY, now: this.writer.nowSql, create }, links);
  }
}
