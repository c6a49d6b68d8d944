import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { LinkedRecords } from './linked-records.js';

@Module({
  imports: [VenuesModule, OrganizersModule, CategoriesModule, TagsModule],
  controllers: [EventsController],
  providers: [EventsService, LinkedRecords],
  exports: [EventsService],
})
export class EventsModule {}
