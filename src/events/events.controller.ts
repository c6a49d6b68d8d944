import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Create, List, Read, Remove, Update } from '../http/routes/record-route.decorators.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { Fields, Context, Id, Slug } from '../http/params/handler-arguments.decorators.js';
import { CreateEventDto } from './dto/create-event.dto.js';
import {
  ReadEventBySlugQuery,
  ReadEventQuery,
  RemoveEventBySlugQuery,
  RemoveEventQuery,
} from './dto/event-password.query.js';
import { ListEventsQuery } from './dto/list-events.query.js';
import { UpdateEventBySlugDto, UpdateEventDto } from './dto/update-event.dto.js';
import { EventList, EventView } from './dto/event.view.js';
import { EventsService } from './events.service.js';

@ApiTags('events')
@Controller(EVENT.path)
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @List(EventList, EVENT, 'unauthorized', 'forbidden')
  list(@Context() context: RequestContext, @Fields() query: ListEventsQuery): Promise<EventList> {
    return this.events.list(context, query);
  }

  @Create(EventView, EVENT)
  create(@Context() context: RequestContext, @Fields() input: CreateEventDto): Promise<EventView> {
    return this.events.create(context, input);
  }

  @Read(':id', EventView, EVENT, 'Link')
  get(@Context() context: RequestContext, @Id() id: number, @Fields() query: ReadEventQuery): Promise<EventView> {
    return this.events.get(context, { id }, query);
  }

  @Update(':id', EventView, EVENT)
  update(@Context() context: RequestContext, @Id() id: number, @Fields() input: UpdateEventDto): Promise<EventView> {
    return this.events.update(context, { id }, input);
  }

  @Remove(':id', EventView, EVENT)
  remove(@Context() context: RequestContext, @Id() id: number, @Fields() query: RemoveEventQuery): Promise<EventView> {
    return this.events.remove(context, { id }, query);
  }

  @Read('by-slug/:slug', EventView, EVENT, 'Link')
  getBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: ReadEventBySlugQuery,
  ): Promise<EventView> {
    return this.events.get(context, { slug }, query);
  }

  @Update('by-slug/:slug', EventView, EVENT)
  updateBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() input: UpdateEventBySlugDto,
  ): Promise<EventView> {
    return this.events.update(context, { slug }, input);
  }

  @Remove('by-slug/:slug', EventView, EVENT)
  removeBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: RemoveEventBySlugQuery,
  ): Promise<EventView> {
    return this.events.remove(context, { slug }, query);
  }
}
