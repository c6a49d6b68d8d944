import { Controller, Param, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Fields } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { CalendarPages } from './calendar-pages.js';
import { EventLists } from './event-lists.js';
import { CurrentPage, type PageContext } from './page-context.js';
import { Page } from './page.decorator.js';
import { EmbedGuard } from './page.guards.js';
import { EmbedQuery, PageQuery } from './page.query.js';

/** The public agenda as web pages. */
@ApiExcludeController()
@Controller(PAGES_PATH)
export class PagesController {
  constructor(
    private readonly lists: EventLists,
    private readonly calendars: CalendarPages,
  ) {}

  @Page('')
  list(@CurrentPage() page: PageContext, @Fields() query: PageQuery): Promise<TextResponse> {
    return this.lists.list(page, query);
  }

  @Page('map')
  map(@CurrentPage() page: PageContext, @Fields() query: PageQuery): Promise<TextResponse> {
    return this.lists.map(page, query);
  }

  @Page('month', 'month/:period')
  month(
    @CurrentPage() page: PageContext,
    @Fields() query: PageQuery,
    @Param('period') name?: string,
  ): Promise<TextResponse> {
    return this.calendars.month(page, query, name);
  }

  @Page('week', 'week/:period')
  week(
    @CurrentPage() page: PageContext,
    @Fields() query: PageQuery,
    @Param('period') name?: string,
  ): Promise<TextResponse> {
    return this.calendars.week(page, query, name);
  }

  @Page('day', 'day/:period')
  day(
    @CurrentPage() page: PageContext,
    @Fields() query: PageQuery,
    @Param('period') name?: string,
  ): Promise<TextResponse> {
    return this.calendars.day(page, query, name);
  }

  /** A view for an iframe on another site. */
  @Page('embed')
  @UseGuards(EmbedGuard)
  embed(@CurrentPage() page: PageContext, @Fields() query: EmbedQuery): Promise<TextResponse> {
    return query.view === 'list' ? this.lists.list(page, query) : this.calendars[query.view](page, query);
  }
}
