import { Controller, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ReadEventBySlugQuery, ReadEventQuery } from '../events/dto/event-password.query.js';
import { ListEventsQuery } from '../events/dto/list-events.query.js';
import { Context, Fields, Id, Slug } from '../http/params/handler-arguments.decorators.js';
import { AlternateUrls } from '../http/pipeline/alternate-urls.js';
import type { TextResponse } from '../http/request/text-response.js';
import { NAMESPACE } from '../kernel/context/namespace.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { AtomFeeds } from './atom-feeds.js';
import { CalendarFiles } from './calendar-files.js';
import { AtomFeedQuery } from './dto/atom-feed.query.js';
import { CalendarFeedQuery } from './dto/calendar-feed.query.js';
import { ListAs, ReadAs } from './feed-route.decorator.js';
import { JsonLdDocuments } from './json-ld-documents.js';

/** Events as calendar files, Atom feed and JSON-LD. */
@ApiTags('feeds')
@Controller(NAMESPACE)
export class FeedsController {
  constructor(
    private readonly calendars: CalendarFiles,
    private readonly atom: AtomFeeds,
    private readonly jsonLd: JsonLdDocuments,
    private readonly urls: AlternateUrls,
  ) {}

  @ListAs('Calendar')
  calendar(
    @Context() context: RequestContext,
    @Fields() query: CalendarFeedQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.calendars.list(context, query, this.urls.urlOf(request));
  }

  @ListAs('Atom')
  atomFeed(
    @Context() context: RequestContext,
    @Fields() query: AtomFeedQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.atom.list(context, query, this.urls.urlOf(request));
  }

  @ListAs('JsonLd')
  jsonLdList(@Context() context: RequestContext, @Fields() query: ListEventsQuery): Promise<TextResponse> {
    return this.jsonLd.list(context, query);
  }

  @ReadAs('Calendar', ':id')
  calendarOfEvent(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() query: ReadEventQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.calendars.get(context, { id }, query, this.urls.urlOf(request));
  }

  @ReadAs('JsonLd', ':id')
  jsonLdOfEvent(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() query: ReadEventQuery,
  ): Promise<TextResponse> {
    return this.jsonLd.get(context, { id }, query);
  }

  @ReadAs('Calendar', 'by-slug/:slug')
  calendarOfEventBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: ReadEventBySlugQuery,
    @Req() request: Request,
  ): Promise<TextResponse> {
    return this.calendars.get(context, { slug }, query, this.urls.urlOf(request));
  }

  @ReadAs('JsonLd', 'by-slug/:slug')
  jsonLdOfEventBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: ReadEventBySlugQuery,
  ): Promise<TextResponse> {
    return this.jsonLd.get(context, { slug }, query);
  }
}
