import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ReadQuery, RemoveQuery } from '../records/lists/base.query.js';
import type { CreateTagDto } from './dto/create-tag.dto.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import type { TagList, TagView } from './dto/tag.view.js';
import type { UpdateTagDto } from './dto/update-tag.dto.js';
import { TAGS } from './tag.resource.js';

/** Lists, reads and writes tags. */
@Injectable()
export class TagsService {
  constructor(
    private readonly reader: RecordReader,
    private readonly writer: RecordWriter,
  ) {}

  list(context: RequestContext, query: ListTagsQuery): Promise<TagList> {
    return this.reader.list(TAGS, context, query);
  }

  create(context: RequestContext, input: CreateTagDto): Promise<TagView> {
    return this.writer.create(TAGS, context, input);
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<TagView> {
    return this.reader.get(TAGS, context, key, query);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateTagDto): Promise<TagView> {
    return this.writer.update(TAGS, context, key, input);
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveQuery): Promise<TagView> {
    return this.writer.remove(TAGS, context, key, query);
  }
}
