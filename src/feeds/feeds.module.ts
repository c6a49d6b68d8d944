import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { AtomFeeds } from './atom-feeds.js';
import { CalendarFiles } from './calendar-files.js';
import { FeedSettings } from './feed-settings.js';
import { FeedsController } from './feeds.controller.js';
import { JsonLdDocuments } from './json-ld-documents.js';

/** Feeds of events. They read through the list of events, and have no SQL of their own. */
@Module({
  imports: [EventsModule],
  controllers: [FeedsController],
  providers: [FeedSettings, CalendarFiles, AtomFeeds, JsonLdDocuments],
  exports: [FeedSettings],
})
export class FeedsModule {}
