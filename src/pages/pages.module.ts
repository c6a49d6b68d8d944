import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { EventsModule } from '../events/events.module.js';
import { FeedsModule } from '../feeds/feeds.module.js';
import { ERROR_PAGES_TOKEN } from '../http/problems/error-pages.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { CalendarPages } from './calendar-pages.js';
import { PagesOfErrors } from './error-pages.js';
import { EventPages } from './event-pages.js';
import { EventLists } from './event-lists.js';
import { FilterChoices } from './filter-choices.js';
import { PageContexts } from './page-context.js';
import { PageFiles } from './page-files.js';
import { PageFilesController } from './page-files.controller.js';
import { PagesController } from './pages.controller.js';
import { PlacePages, RecordPages, TermPages } from './record-pages.js';
import { RecordPagesController } from './record-pages.controller.js';
import { EventSitemap, RecordSitemaps } from './sitemap-parts.js';
import { SearchEnginesController } from './search-engines.controller.js';
import { Sitemaps } from './sitemaps.js';

const ERROR_PAGES = { provide: ERROR_PAGES_TOKEN, useClass: PagesOfErrors };

/** The public agenda as web pages, rendered on the server. They read through the services of the resources, and have no SQL of their own. */
@Module({
  imports: [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule, FeedsModule],
  controllers: [PageFilesController, PagesController, RecordPagesController, SearchEnginesController],
  providers: [
    PageContexts,
    PageFiles,
    FilterChoices,
    EventLists,
    CalendarPages,
    EventPages,
    PlacePages,
    TermPages,
    RecordPages,
    EventSitemap,
    RecordSitemaps,
    Sitemaps,
    ERROR_PAGES,
  ],
  exports: [ERROR_PAGES],
})
export class PagesModule {}
