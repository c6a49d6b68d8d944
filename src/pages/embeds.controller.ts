import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SkipRateLimit } from '../http/limits/rate-limit.guard.js';
import { Fields } from '../http/params/handler-arguments.decorators.js';
import { requestStateOf } from '../http/request/request-state.js';
import type { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { CalendarPages } from './calendar-pages.js';
import { EmbedGuard } from './embed.guard.js';
import { EmbedQuery } from './embed.query.js';
import { EventLists } from './event-lists.js';
import { LanguageSegmentGuard } from './language-segment.guard.js';
import { PageFiles } from './page-files.js';

/** Views for iframes on other sites, and the script that creates these. */
@UseGuards(EmbedGuard)
@ApiExcludeController()
@Controller(PAGES_PATH)
export class EmbedsController {
  constructor(
    private readonly lists: EventLists,
    private readonly calendars: CalendarPages,
    private readonly files: PageFiles,
  ) {}

  @Public()
  @Cached()
  @UseGuards(LanguageSegmentGuard)
  @Get('embed')
  embed(@Fields() query: EmbedQuery, @Req() request: Request): Promise<TextResponse> {
    if (query.view === 'list') return this.lists.list(query, request);
    return this.calendars[query.view](undefined, query, request);
  }

  /** Loaded by modules of other sites, hence with CORS, whatever `CORS_ORIGINS` allows for data. */
  @Public()
  @SkipRateLimit(true)
  @Get('embed.js')
  script(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    if (requestStateOf(request).languageSegment) throw new ApiError('no_route');
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Accept-Encoding',
    });
    return this.files.embedScript;
  }
}
