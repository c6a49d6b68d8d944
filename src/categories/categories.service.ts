import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ReadQuery, RemoveQuery } from '../records/lists/base.query.js';
import type { CreateCategoryDto } from './dto/create-category.dto.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';
import type { CategoryList, CategoryView } from './dto/category.view.js';
import type { UpdateCategoryDto } from './dto/update-category.dto.js';
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
}
