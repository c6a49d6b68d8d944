import type { Type } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { CategoriesService } from '../categories/categories.service.js';
import { CreateCategoryDto } from '../categories/dto/create-category.dto.js';
import { UpdateCategoryDto } from '../categories/dto/update-category.dto.js';
import { CreateEventDto } from '../events/dto/create-event.dto.js';
import { UpdateEventDto } from '../events/dto/update-event.dto.js';
import { EventsService } from '../events/events.service.js';
import { CreateOrganizerDto } from '../organizers/dto/create-organizer.dto.js';
import { UpdateOrganizerDto } from '../organizers/dto/update-organizer.dto.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { CreateTagDto } from '../tags/dto/create-tag.dto.js';
import { UpdateTagDto } from '../tags/dto/update-tag.dto.js';
import { TagsService } from '../tags/tags.service.js';
import { CreateVenueDto } from '../venues/dto/create-venue.dto.js';
import { UpdateVenueDto } from '../venues/dto/update-venue.dto.js';
import { VenuesService } from '../venues/venues.service.js';

interface Resource {
  create(context: RequestContext, input: object): Promise<{ id: number }>;
  update(context: RequestContext, key: RecordKey, input: object): Promise<{ id: number }>;
}

/** How a kind of record is written. */
export interface DemoKind {
  readonly service: Type<Resource>;
  readonly create: Type<object>;
  readonly update: Type<object>;
  /** The parameter that the slug is made of. */
  readonly titleParameter: string;
}

/** The kinds of records that the agenda has. */
export const DEMO_KINDS = {
  venue: { service: VenuesService, create: CreateVenueDto, update: UpdateVenueDto, titleParameter: 'venue' },
  organizer: {
    service: OrganizersService,
    create: CreateOrganizerDto,
    update: UpdateOrganizerDto,
    titleParameter: 'organizer',
  },
  category: {
    service: CategoriesService,
    create: CreateCategoryDto,
    update: UpdateCategoryDto,
    titleParameter: 'name',
  },
  tag: { service: TagsService, create: CreateTagDto, update: UpdateTagDto, titleParameter: 'name' },
  event: { service: EventsService, create: CreateEventDto, update: UpdateEventDto, titleParameter: 'title' },
} satisfies Record<string, DemoKind>;
