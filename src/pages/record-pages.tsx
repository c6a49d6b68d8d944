import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { EventsService } from '../events/events.service.js';
import type { TextResponse } from '../http/request/text-response.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { shorten } from '../kernel/text/shorten.js';
import { PageContexts } from './page-context.js';
import { renderPage } from './render-page.js';
import { EventPage } from './views/event-page.js';

const MAX_DESCRIPTION_LENGTH = 160;

/** The page of one record. */
@Injectable()
export class RecordPages {
  constructor(
    private readonly events: EventsService,
    private readonly pages: PageContexts,
  ) {}

  async event(slug: string, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const event = await this.events.get(page.request, { slug }, { ml_fallback: 'record' });
    const description = htmlToText(event.excerpt) || shorten(htmlToText(event.description), MAX_DESCRIPTION_LENGTH);
    const head = { title: event.title, description, image: event.image?.url };
    return renderPage(page, <EventPage {...{ page, head, event }} />);
  }
}
