import { applyDecorators, Controller, Get, Param, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Fields, Slug } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { CalendarPages } from './calendar-pages.js';
import { EventLists } from './event-lists.js';
import { LanguageSegmentGuard } from './language-segment.guard.js';
import { PageQuery } from './page.query.js';
import { RecordPages } from './record-pages.js';

/** Route of a page. Pages are public, and cached like reads of the API. */
const Page = (...paths: string[]) => applyDecorators(Get(paths), Public(), Cached());

/** The public agenda as web pages. */
@UseGuards(LanguageSegmentGuard)
@ApiExcludeController()
@Controller(PAGES_PATH)
export class PagesController {
  constructor(
    private readonly lists: EventLists,
    private readonly records: RecordPages,
    private readonly calendars: CalendarPages,
  ) {}

  @Page('')
  list(@Fields() query: PageQuery, @Req() request: Request): Promise<TextResponse> {
    return this.lists.list(query, request);
  }

  @Page('event/:slug')
  event(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.records.event(slug, request);
  }

  @Page('month', 'month/:period')
  month(
    @Param('period') period: string | undefined,
    @Fields() query: PageQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.calendars.month(period, query, request);
  }

  @Page('week', 'week/:period')
  week(
    @Param('period') period: string | undefined,
    @Fields() query: PageQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.calendars.week(period, query, request);
  }

  @Page('day', 'day/:period')
  day(
    @Param('period') period: string | undefined,
    @Fields() query: PageQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.calendars.day(period, query, request);
  }
}
