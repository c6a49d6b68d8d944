import { applyDecorators, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PasswordField } from '../events/password.field.js';
import { Fields, Slug } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached, ReturnsSecret } from '../http/routes/response-storage.decorators.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { AgendaPages } from './agenda-pages.js';
import type { PeriodView } from './dates.js';
import { EventPages } from './event-pages.js';
import { CurrentPage, type PageContext } from './page-context.js';
import { EmbedGuard, LanguageSegmentGuard } from './page.guards.js';
import { EmbedQuery, PageQuery } from './page.query.js';
import { RecordPages, type LinkedRecordPage } from './record-pages.js';

class EventPasswordDto {
  @PasswordField()
  password?: string;
}

/** Route of a page. Pages are public, cached like reads of the API, and have a language segment. */
const Page = (...paths: string[]) => applyDecorators(Get(paths), Public(), Cached(), UseGuards(LanguageSegmentGuard));

/** The public agenda as web pages. */
@ApiExcludeController()
@Controller(PAGES_PATH)
export class PagesController {
  constructor(
    private readonly agenda: AgendaPages,
    private readonly events: EventPages,
    private readonly records: RecordPages,
  ) {}

  @Page('')
  list(@CurrentPage() page: PageContext, @Fields() query: PageQuery): Promise<TextResponse> {
    return this.agenda.list(page, query);
  }

  @Page('map')
  map(@CurrentPage() page: PageContext, @Fields() query: PageQuery): Promise<TextResponse> {
    return this.agenda.map(page, query);
  }

  @Page('month', 'month/:period', 'week', 'week/:period', 'day', 'day/:period')
  period(@CurrentPage() page: PageContext, @Fields() query: PageQuery, @Param('period') name?: string) {
    return this.agenda.period(page, query, page.section as PeriodView, name);
  }

  /** A view for an iframe on another site. */
  @Page('embed')
  @UseGuards(EmbedGuard)
  embed(@CurrentPage() page: PageContext, @Fields() query: EmbedQuery): Promise<TextResponse> {
    return query.view === 'list' ? this.agenda.list(page, query) : this.agenda.period(page, query, query.view);
  }

  @Page('event/:slug')
  event(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.events.show(page, slug);
  }

  @Post('event/:slug')
  @HttpCode(200)
  @Public()
  @ReturnsSecret()
  @UseGuards(LanguageSegmentGuard)
  unlockEvent(@CurrentPage() page: PageContext, @Slug() slug: string, @Fields() input: EventPasswordDto) {
    return this.events.unlock(page, slug, input.password);
  }

  @Page('venue/:slug', 'organizer/:slug', 'category/:slug', 'tag/:slug')
  record(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.records.show(page, page.section as LinkedRecordPage, slug);
  }
}
