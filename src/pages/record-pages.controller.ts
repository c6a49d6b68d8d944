import { Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { PasswordField } from '../events/password.field.js';
import { Fields, Slug } from '../http/params/handler-arguments.decorators.js';
import type { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { ReturnsSecret } from '../http/routes/response-storage.decorators.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { EventPages } from './event-pages.js';
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
  event(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.events.show(slug, request);
  }

  @Post('event/:slug')
  @HttpCode(200)
  @Public()
  @ReturnsSecret()
  @UseGuards(LanguageSegmentGuard)
  unlockEvent(
    @Slug() slug: string,
    @Fields() { password }: EventPasswordDto,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.events.unlock(slug, password, request);
  }

  @Page('venue/:slug')
  venue(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.places.venue(slug, request);
  }

  @Page('organizer/:slug')
  organizer(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.places.organizer(slug, request);
  }

  @Page('category/:slug')
  category(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.terms.category(slug, request);
  }

  @Page('tag/:slug')
  tag(@Slug() slug: string, @Req() request: Request): Promise<TextResponse> {
    return this.terms.tag(slug, request);
  }
}
