import type { VNode } from 'preact';
import { Injectable } from '@nestjs/common';
import type { EventView } from '../events/dto/event.view.js';
import { EventsService } from '../events/events.service.js';
import { FeedSettings } from '../feeds/feed-settings.js';
import { eventJsonLd } from '../feeds/json-ld/event-json-ld.js';
import { jsonLdDocument } from '../feeds/json-ld/json-ld-document.js';
import type { PageUrl } from '../feeds/public-page.js';
import { ResponseException } from '../http/request/buffer-response.js';
import type { TextResponse } from '../http/request/text-response.js';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { PASSWORD_HEADER } from '../kinds/event-secret-inputs.js';
import { feedUrls, NO_FILTERS, type PageContext } from './page-context.js';
import { ANY_LANGUAGE, assertCurrentSlug, recordHead } from './page-heads.js';
import { NO_INDEX, pageHeaders, renderHtml, renderPage } from './render-page.js';
import { EventPage } from './views/event-page.js';
import { accessibleName } from './views/event-item.js';

/** Methods of the page of an event without a password. */
const READ_METHODS = 'GET, HEAD, OPTIONS';

/** Messages next to the password field, by error code. */
const PASSWORD_MESSAGES: Partial<Record<string, string>> = {
  event_password_required: 'password.wrong',
  too_many_requests: 'password.too_many',
};

/** A day with a clock change. */
const LONGEST_DAY_MS = 25 * 3_600_000;

const PRIVATE = { ...NO_INDEX, 'Cache-Control': 'no-store' };

@Injectable()
export class EventPages {
  constructor(
    private readonly events: EventsService,
    private readonly settings: FeedSettings,
  ) {}

  /** The page of an event. If the event has a password, the page asks for it. */
  async show(page: PageContext, slug: string): Promise<TextResponse> {
    const event = await this.read(page, slug);
    const expires = expiryOf(page, event);
    if (!event.password_protected) return renderPage(page, this.document(page, event), expires);
    const document = <EventPage {...{ page, event }} head={eventHead(page, event)} isLocked />;
    return renderPage(page, document, expires, NO_INDEX);
  }

  /**
   * The page of a protected event, if the password is correct.
   * @throws {ApiError} `method_not_allowed` if the event has no password
   * @throws {ResponseException} the form again, with a message: 403, 429
   */
  async unlock(page: PageContext, slug: string, password?: string): Promise<TextResponse> {
    const event = await this.read(page, slug);
    if (!event.password_protected)
      throw new ApiError('method_not_allowed', { args: { allow: READ_METHODS }, headers: { Allow: READ_METHODS } });
    // A password in the query is ignored, because URLs are logged and kept in the history of browsers.
    const isInBody = password && !new URLSearchParams(page.query).has('password');
    const query = { ...ANY_LANGUAGE, ...(isInBody ? { [PASSWORD_HEADER]: password } : {}) };
    const unlocked = await this.events.get(page.request, { slug }, query).catch((error: unknown) => {
      throw this.passwordError(page, event, error);
    });
    return renderPage(page, this.document(page, unlocked), [], PRIVATE);
  }

  private async read(page: PageContext, slug: string): Promise<EventView> {
    const event = await this.events.getListed(page.request, { slug }, ANY_LANGUAGE);
    assertCurrentSlug(page, 'event', slug, event);
    return event;
  }

  private document(page: PageContext, event: EventView): VNode {
    const configuredUrl = this.settings.pageUrlFor(page.request);
    const pageUrl: PageUrl = (each) =>
      configuredUrl(each) ?? page.absoluteUrl(page.recordUrl('event', each.slug, each.language));
    const jsonLd = jsonLdDocument(eventJsonLd(event, { pageUrl }));
    return <EventPage page={page} event={event} head={{ ...eventHead(page, event), jsonLd }} />;
  }

  /** The response to a password that was not accepted. Other errors stay as they are. */
  private passwordError(page: PageContext, event: EventView, error: unknown): unknown {
    const message = error instanceof ApiError ? PASSWORD_MESSAGES[error.code] : undefined;
    if (!(error instanceof ApiError) || !message) return error;
    const document = (
      <EventPage {...{ page, event }} head={eventHead(page, event)} isLocked error={page.text(message)} />
    );
    const headers = { ...error.details.headers, ...pageHeaders(page), ...PRIVATE };
    return new ResponseException({ status: error.status, headers, body: renderHtml(page, document) });
  }
}

function eventHead(page: PageContext, event: EventView) {
  const { title, rest_url, venue, password_protected } = event;
  const description = [accessibleName(page, event), ...venue.map((each) => each.venue)].join(', ');
  const feeds = feedUrls(page, NO_FILTERS);
  // The calendar file of a protected event requires the password.
  const calendar = password_protected ? feeds.calendar : `${rest_url}.ics?ml_language=${page.language}`;
  return { ...recordHead(page, 'event', event, { title, description }), feeds: { ...feeds, calendar } };
}

/** Triggers for the page of an event. None exists for its start, so the page is not cached in the 25 hours before. */
function expiryOf(page: PageContext, event: EventView): readonly ExpiryTrigger[] {
  const untilStart = Date.parse(event.starts_at) - page.nowMs;
  return untilStart > 0 && untilStart <= LONGEST_DAY_MS ? ['immediately'] : ['midnight', 'next-end'];
}
