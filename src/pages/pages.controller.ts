import { Controller, Param, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Fields } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { CalendarPages } from './calendar-pages.js';
import { EventLists } from './event-lists.js';
import { LanguageSegmentGuard } from './language-segment.guard.js';
import { MapPages } from './map-pages.js';
import { Page } from './page.decorator.js';
import { PageQuery } from './page.query.js';

/** The public agenda as web pages. */
@UseGuards(LanguageSegmentGuard)
@ApiExcludeController()
@Controller(PAGES_PATH)
export class PagesController {
  constructor(
    private readonly lists: EventLists,
    private readonly calendars: CalendarPages,
    private readonly maps: MapPages,
  ) {}

  @Page('')
  list(@Fields() query: PageQuery, @Req() request: Request): Promise<TextResponse> {
    return this.lists.list(query, request);
  }

  @Page('map')
  map(@Fields() query: PageQuery, @Req() request: Request): Promise<TextResponse> {
    return this.maps.map(query, request);
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
