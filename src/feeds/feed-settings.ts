import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { Language } from '../kernel/language/languages.js';
import { Messages } from '../kernel/language/messages.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { CalendarIdentity } from '../persistence/client/calendar-identity.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import type { PageUrl } from './public-page.js';

/** Settings that all feeds of a calendar share. */
@Injectable()
export class FeedSettings {
  constructor(
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
    private readonly messages: Messages,
    private readonly views: ViewBuilder,
    private readonly identity: CalendarIdentity,
  ) {}

  /** `TIMEZONE`. */
  get timezone(): string {
    return this.configuration.TIMEZONE;
  }

  /** `FEED_TTL`. */
  get refreshInterval(): string {
    return this.configuration.FEED_TTL;
  }

  /** Settings that appear in the events of a feed only. Entity tags contain them, because a changed setting modifies no record. */
  get eventSettings(): string {
    const { DEFAULT_LANGUAGE, EVENT_URL_TEMPLATE = '', PAGES_ROOT } = this.configuration;
    return `${DEFAULT_LANGUAGE} ${EVENT_URL_TEMPLATE} ${PAGES_ROOT}`;
  }

  /** UUID of the database. */
  uuid(): Promise<string> {
    return this.identity.uuid();
  }

  /** Name of the calendar: `FEED_NAME`, otherwise the word for events. */
  nameIn(language: Language): string {
    return this.configuration.FEED_NAME ?? this.messages.translate(language, { key: 'operations.tag_names.events' });
  }

  /** Builds the addresses of public pages for a request. */
  pageUrlFor(context: RequestContext): PageUrl {
    return (event) => this.views.publicUrl(context, EVENT, event);
  }
}
