import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { TermInput } from '../kernel/schema/reference-fields.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ReadQuery, RemoveQuery } from '../records/lists/page.query.js';
import { findOrCreateTerms } from '../kinds/find-or-create-terms.js';
import type { CreateTagDto } from './dto/create-tag.dto.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import type { TagList, TagView } from './dto/tag.view.js';
import type { UpdateTagDto } from './dto/update-tag.dto.js';
import { TAG } from '../kinds/calendar-kinds.js';
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

  /** Ids of the tags that an event links, in the given order. A text is a slug or a name; an unknown one creates a tag. */
  findOrCreate(em: EntityManager, context: RequestContext, links: readonly TermInput[]): Promise<number[]> {
    const create = (inputs: readonly CreateTagDto[]) => this.writer.insert(TAGS, { em, context }, inputs);
    return findOrCreateTerms(em, context, { kind: TAG, now: this.writer.nowSql, create }, links);
  }
}
