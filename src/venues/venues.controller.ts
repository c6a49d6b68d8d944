import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Create, List, Read, Remove, Update } from '../http/routes/record-route.decorators.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { ReadQuery } from '../records/lists/base.query.js';
import { VENUE } from '../kinds/calendar-kinds.js';
import { RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { Fields, Context, Id, Slug } from '../http/params/handler-arguments.decorators.js';
import { CreateVenueDto } from './dto/create-venue.dto.js';
import { ListVenuesQuery } from './dto/list-venues.query.js';
import { UpdateVenueDto } from './dto/update-venue.dto.js';
import { VenueList, VenueView } from './dto/venue.view.js';
import { VenuesService } from './venues.service.js';

@ApiTags('venues')
@Controller(VENUE.path)
export class VenuesController {
  constructor(private readonly venues: VenuesService) {}

  @List(VenueList, VENUE, 'unauthorized', 'forbidden')
  list(@Context() context: RequestContext, @Fields() query: ListVenuesQuery): Promise<VenueList> {
    return this.venues.list(context, query);
  }

  @Create(VenueView, VENUE)
  create(@Context() context: RequestContext, @Fields() input: CreateVenueDto): Promise<VenueView> {
    return this.venues.create(context, input);
  }

  @Read(':id', VenueView, VENUE)
  get(@Context() context: RequestContext, @Id() id: number, @Fields() query: ReadQuery): Promise<VenueView> {
    return this.venues.get(context, { id }, query);
  }

  @Update(':id', VenueView, VENUE)
  update(@Context() context: RequestContext, @Id() id: number, @Fields() input: UpdateVenueDto): Promise<VenueView> {
    return this.venues.update(context, { id }, input);
  }

  @Remove(':id', VenueView, VENUE)
  remove(@Context() context: RequestContext, @Id() id: number, @Fields() query: RemoveRecordQuery): Promise<VenueView> {
    return this.venues.remove(context, { id }, query);
  }

  @Read('by-slug/:slug', VenueView, VENUE)
  getBySlug(@Context() context: RequestContext, @Slug() slug: string, @Fields() query: ReadQuery): Promise<VenueView> {
    return this.venues.get(context, { slug }, query);
  }

  @Update('by-slug/:slug', VenueView, VENUE)
  updateBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() input: UpdateVenueDto,
  ): Promise<VenueView> {
    return this.venues.update(context, { slug }, input);
  }

  @Remove('by-slug/:slug', VenueView, VENUE)
  removeBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: RemoveRecordQuery,
  ): Promise<VenueView> {
    return this.venues.remove(context, { slug }, query);
  }
}
