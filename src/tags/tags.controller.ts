import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Create, List, Read, Remove, Update } from '../http/routes/record-route.decorators.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { ReadQuery, RemoveQuery } from '../records/lists/base.query.js';
import { TAG } from '../kinds/calendar-kinds.js';
import { Fields, Context, Id } from '../http/params/handler-arguments.decorators.js';
import { CreateTagDto } from './dto/create-tag.dto.js';
import { ListTagsQuery } from './dto/list-tags.query.js';
import { UpdateTagDto } from './dto/update-tag.dto.js';
import { TagList, TagView } from './dto/tag.view.js';
import { TagsService } from './tags.service.js';

@ApiTags('tags')
@Controller(TAG.path)
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @List(TagList, TAG)
  list(@Context() context: RequestContext, @Fields() query: ListTagsQuery): Promise<TagList> {
    return this.tags.list(context, query);
  }

  @Create(TagView, TAG)
  create(@Context() context: RequestContext, @Fields() input: CreateTagDto): Promise<TagView> {
    return this.tags.create(context, input);
  }

  @Read(':id', TagView, TAG)
  get(@Context() context: RequestContext, @Id() id: number, @Fields() query: ReadQuery): Promise<TagView> {
    return this.tags.get(context, { id }, query);
  }

  @Update(':id', TagView, TAG)
  update(@Context() context: RequestContext, @Id() id: number, @Fields() input: UpdateTagDto): Promise<TagView> {
    return this.tags.update(context, { id }, input);
  }

  @Remove(':id', TagView, TAG)
  remove(@Context() context: RequestContext, @Id() id: number, @Fields() query: RemoveQuery): Promise<TagView> {
    return this.tags.remove(context, { id }, query);
  }
}
