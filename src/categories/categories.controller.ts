import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Create, List, Read, Remove, Update } from '../http/routes/record-route.decorators.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { ReadQuery, RemoveQuery } from '../records/lists/base.query.js';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import { Fields, Context, Id } from '../http/params/handler-arguments.decorators.js';
import { CreateCategoryDto } from './dto/create-category.dto.js';
import { ListCategoriesQuery } from './dto/list-categories.query.js';
import { UpdateCategoryDto } from './dto/update-category.dto.js';
import { CategoryList, CategoryView } from './dto/category.view.js';
import { CategoriesService } from './categories.service.js';

@ApiTags('categories')
@Controller(CATEGORY.path)
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @List(CategoryList, CATEGORY)
  list(@Context() context: RequestContext, @Fields() query: ListCategoriesQuery): Promise<CategoryList> {
    return this.categories.list(context, query);
  }

  @Create(CategoryView, CATEGORY)
  create(@Context() context: RequestContext, @Fields() input: CreateCategoryDto): Promise<CategoryView> {
    return this.categories.create(context, input);
  }

  @Read(':id', CategoryView, CATEGORY)
  get(@Context() context: RequestContext, @Id() id: number, @Fields() query: ReadQuery): Promise<CategoryView> {
    return this.categories.get(context, { id }, query);
  }

  @Update(':id', CategoryView, CATEGORY)
  update(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() input: UpdateCategoryDto,
  ): Promise<CategoryView> {
    return this.categories.update(context, { id }, input);
  }

  @Remove(':id', CategoryView, CATEGORY)
  remove(@Context() context: RequestContext, @Id() id: number, @Fields() query: RemoveQuery): Promise<CategoryView> {
    return this.categories.remove(context, { id }, query);
  }
}
