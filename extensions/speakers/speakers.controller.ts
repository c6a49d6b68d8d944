import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Context,
  Create,
  Fields,
  Id,
  List,
  Read,
  ReadQuery,
  Remove,
  RemoveRecordQuery,
  Slug,
  Update,
  type RequestContext,
} from 'calendar-events-service';
import { CreateSpeakerDto } from './dto/create-speaker.dto.js';
import { ListSpeakersQuery } from './dto/list-speakers.query.js';
import { SpeakerList, SpeakerView } from './dto/speaker.view.js';
import { UpdateSpeakerDto } from './dto/update-speaker.dto.js';
import { SPEAKER } from './speaker.kind.js';
import { SpeakersService } from './speakers.service.js';

@ApiTags('speakers')
@Controller(SPEAKER.path)
export class SpeakersController {
  constructor(private readonly speakers: SpeakersService) {}

  @List(SpeakerList, SPEAKER, 'unauthorized', 'forbidden')
  list(@Context() context: RequestContext, @Fields() query: ListSpeakersQuery): Promise<SpeakerList> {
    return this.speakers.list(context, query);
  }

  @Create(SpeakerView, SPEAKER)
  create(@Context() context: RequestContext, @Fields() input: CreateSpeakerDto): Promise<SpeakerView> {
    return this.speakers.create(context, input);
  }

  @Read(':id', SpeakerView, SPEAKER)
  get(@Context() context: RequestContext, @Id() id: number, @Fields() query: ReadQuery): Promise<SpeakerView> {
    return this.speakers.get(context, { id }, query);
  }

  @Update(':id', SpeakerView, SPEAKER)
  update(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() input: UpdateSpeakerDto,
  ): Promise<SpeakerView> {
    return this.speakers.update(context, { id }, input);
  }

  @Remove(':id', SpeakerView, SPEAKER)
  remove(
    @Context() context: RequestContext,
    @Id() id: number,
    @Fields() query: RemoveRecordQuery,
  ): Promise<SpeakerView> {
    return this.speakers.remove(context, { id }, query);
  }

  @Read('by-slug/:slug', SpeakerView, SPEAKER)
  getBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: ReadQuery,
  ): Promise<SpeakerView> {
    return this.speakers.get(context, { slug }, query);
  }

  @Update('by-slug/:slug', SpeakerView, SPEAKER)
  updateBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() input: UpdateSpeakerDto,
  ): Promise<SpeakerView> {
    return this.speakers.update(context, { slug }, input);
  }

  @Remove('by-slug/:slug', SpeakerView, SPEAKER)
  removeBySlug(
    @Context() context: RequestContext,
    @Slug() slug: string,
    @Fields() query: RemoveRecordQuery,
  ): Promise<SpeakerView> {
    return this.speakers.remove(context, { slug }, query);
  }
}
