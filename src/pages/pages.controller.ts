import { Controller, Param, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Fields } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { CalendarPages } from './calendar-pages.js';
import { EventLists } from './event-lists.js';
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
  list(@Fields() query: PageQuery, @Req() request: Request): Promise<TextResponse> {
    return this.lists.list(query, request);
  }

  @Page('map')
  map(@Fields() query: PageQuery, @Req() request: Request): Promise<TextResponse> {
    return this.lists.map(query, request);
  }

  @Page('month', 'month/:period')
  month(@Fields() query: PageQuery, @Req() request: Request, @Param('period') name?: string): Promise<TextResponse> {
    return this.calendars.month(query, request, name);
  }

  @Page('week', 'week/:period')
  week(@Fields() query: PageQuery, @Req() request: Request, @Param('period') name?: string): Promise<TextResponse> {
    return this.calendars.week(query, request, name);
  }

  @Page('day', 'day/:period')
  day(@Fields() query: PageQuery, @Req() request: Request, @Param('period') name?: string): Promise<TextResponse> {
    return this.calendars.day(query, request, name);
  }

  /** A view for an iframe on another site. */
  @Page('embed')
  @UseGuards(EmbedGuard)
  embed(@Fields() query: EmbedQuery, @Req() request: Request): Promise<TextResponse> {
    return query.view === 'list' ? this.lists.list(query, request) : this.calendars[query.view](query, request);
  }
}
