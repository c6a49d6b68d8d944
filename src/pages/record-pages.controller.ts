import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PasswordField } from '../events/password.field.js';
import { Fields, Slug } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { ReturnsSecret } from '../http/routes/response-storage.decorators.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { EventPages } from './event-pages.js';
import { CurrentPage, type PageContext } from './page-context.js';
import { Page } from './page.decorator.js';
import { LanguageSegmentGuard } from './page.guards.js';
import { PlacePages, TermPages } from './record-pages.js';

/** The form for the password of an event. */
class EventPasswordDto {
  @PasswordField()
  password?: string;
}

/** The pages of single records. */
@ApiExcludeController()
@Controller(PAGES_PATH)
export class RecordPagesController {
  constructor(
    private readonly events: EventPages,
    private readonly places: PlacePages,
    private readonly terms: TermPages,
  ) {}

  @Page('event/:slug')
  event(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.events.show(page, slug);
  }

  @Post('event/:slug')
  @HttpCode(200)
  @Public()
  @ReturnsSecret()
  @UseGuards(LanguageSegmentGuard)
  unlockEvent(
    @CurrentPage() page: PageContext,
    @Slug() slug: string,
    @Fields() { password }: EventPasswordDto,
  ): Promise<TextResponse> {
    return this.events.unlock(page, slug, password);
  }

  @Page('venue/:slug')
  venue(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.places.venue(page, slug);
  }

  @Page('organizer/:slug')
  organizer(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.places.organizer(page, slug);
  }

  @Page('category/:slug')
  category(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.terms.category(page, slug);
  }

  @Page('tag/:slug')
  tag(@CurrentPage() page: PageContext, @Slug() slug: string): Promise<TextResponse> {
    return this.terms.tag(page, slug);
  }
}
