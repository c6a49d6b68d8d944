import { applyDecorators, Controller, Get, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Fields, Slug } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { EventLists } from './event-lists.js';
import { LanguageSegmentGuard } from './language-segment.guard.js';
import { PageQuery } from './page.query.js';
import { RecordPages } from './record-pages.js';

/** Route of a page. Pages are public, and cached like reads of the API. */
const Page = (path: string) => applyDecorators(Get(path), Public(), Cached());

/** The public agenda as web pages. */
@UseGuards(LanguageSegmentGuard)
@ApiExcludeController()
@Controller(PAGES_PATH)
export class PagesController {
  constructor(
    private readonly lists: EventLists,
    private readonly records: RecordPages,
  ) {}

  @Page('')
  list(@Fields() query: PageQuery, @Req() request: Request): Promise<TextResponse> {
    return this.lists.list(query, request);
  }

  @Page('event/:slug')
  event(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.records.event(slug, request);
  }
}
