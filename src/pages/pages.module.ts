import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { EventsModule } from '../events/events.module.js';
import { ERROR_PAGES_TOKEN } from '../http/problems/error-pages.js';
import { CalendarPages } from './calendar-pages.js';
import { PagesOfErrors } from './error-pages.js';
import { EventLists } from './event-lists.js';
import { FilterChoices } from './filter-choices.js';
import { PageContexts } from './page-context.js';
import { PageFiles } from './page-files.js';
import { PageFilesController } from './page-files.controller.js';
import { PagesController } from './pages.controller.js';
import { RecordPages } from './record-pages.js';

const ERROR_PAGES = { provide: ERROR_PAGES_TOKEN, useClass: PagesOfErrors };

/** The public agenda as web pages, rendered on the server. They read through the services of the resources, and have no SQL of their own. */
@Module({
  imports: [EventsModule, CategoriesModule],
  controllers: [PageFilesController, PagesController],
  providers: [PageContexts, PageFiles, FilterChoices, EventLists, RecordPages, CalendarPages, ERROR_PAGES],
  exports: [ERROR_PAGES],
})
export class PagesModule {}
