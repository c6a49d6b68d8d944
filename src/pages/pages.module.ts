import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { EventsModule } from '../events/events.module.js';
import { FeedsModule } from '../feeds/feeds.module.js';
import { ERROR_PAGES_TOKEN } from '../http/problems/error-pages.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { AgendaPages } from './agenda-pages.js';
import { EventPages } from './event-pages.js';
import { PageContexts } from './page-context.js';
import { PageFiles, PageFilesController } from './page-files.js';
import { PagesController } from './pages.controller.js';
import { RecordPages, RecordServices } from './record-pages.js';
import { PagesOfErrors } from './render-page.js';
import { SearchEnginesController, Sitemaps } from './search-engines.js';

const ERROR_PAGES = { provide: ERROR_PAGES_TOKEN, useClass: PagesOfErrors };

/** The public agenda as web pages, rendered on the server. They read through the services of the resources. */
@Module({
  imports: [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule, FeedsModule],
  controllers: [PageFilesController, PagesController, SearchEnginesController],
  providers: [PageContexts, PageFiles, AgendaPages, EventPages, RecordPages, RecordServices, Sitemaps, ERROR_PAGES],
  exports: [ERROR_PAGES],
})
export class PagesModule {}
