import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Create, List, Read, Remove, Update } from '../http/routes/record-route.decorators.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { ReadQuery } from '../records/lists/base.query.js';
import { ORGANIZER } from '../kinds/calendar-kinds.js';
import { RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { Fields, Context, Id, Slug } from '../http/params/handler-arguments.decorators.js';
import { CreateOrganizerDto } from './dto/create-organizer.dto.js';
import { ListOrganizersQuery } from './dto/list-organizers.query.js';
import { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import { OrganizerList, OrganizerView } from './dto/organizer.view.js';
import { OrganizersService } from './organizers.service.js';

@ApiTags('organizers')
@Controller(ORGANIZER.path)
export class OrganizersController {
  constructor(private readonly organizers: OrganizersService) {}

  @List(OrganizerList, ORGANIZER, 'unauthorized', 'forbidden')
  list(@Context() context: RequestContext, @Fields() query: ListOrganizersQuery): Promise<OrganizerList> {
    return this.organizers.list(context, query);
  }

  @Create(OrganizerView, ORGANIZER)
  create(@Context() context: RequestContext, @Fields() input: CreateOrganizerDto): Promise<OrganizerView> {
    return this.organizers.create(context, input);
  }

  @Read(':id', OrganizerView, ORGANIZER)
  get(@Context() context: RequestContext, @Id() id: number, @Fields() query: ReadQuery): Promise<OrganizerView> {
    return this.organizers.get(context, { id }, query);
  }

  @Update(':id', OrganizerView, ORGANIZER)
  update(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() input: UpdateOrganizerDto,
  ): Promise<OrganizerView> {
    return this.organizers.update(context, { id }, input);
  }

  @Remove(':id', OrganizerView, ORGANIZER)
  remove(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() query: RemoveRecordQuery,
  ): Promise<OrganizerView> {
    return this.organizers.remove(context, { id }, query);
  }

  @Read('by-slug/:slug', OrganizerView, ORGANIZER)
  getBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: ReadQuery,
  ): Promise<OrganizerView> {
    return this.organizers.get(context, { slug }, query);
  }

  @Update('by-slug/:slug', OrganizerView, ORGANIZER)
  updateBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() input: UpdateOrganizerDto,
  ): Promise<OrganizerView> {
    return this.organizers.update(context, { slug }, input);
  }

  @Remove('by-slug/:slug', OrganizerView, ORGANIZER)
  removeBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: RemoveRecordQuery,
  ): Promise<OrganizerView> {
    return this.organizers.remove(context, { slug }, query);
  }
}
