import { Injectable } from '@nestjs/common';
import {
  RecordReader,
  RecordWriter,
  type ReadQuery,
  type RecordKey,
  type RemoveRecordQuery,
  type RequestContext,
} from 'calendar-events-service';
import type { CreateSpeakerDto } from './dto/create-speaker.dto.js';
import type { ListSpeakersQuery } from './dto/list-speakers.query.js';
import type { SpeakerList, SpeakerView } from './dto/speaker.view.js';
import type { UpdateSpeakerDto } from './dto/update-speaker.dto.js';
import { SPEAKERS } from './speaker.resource.js';

/** Lists, reads and writes speakers. */
@Injectable()
export class SpeakersService {
  constructor(
    private readonly reader: RecordReader,
    private readonly writer: RecordWriter,
  ) {}

  list(context: RequestContext, query: ListSpeakersQuery): Promise<SpeakerList> {
    return this.reader.list(SPEAKERS, context, query);
  }

  create(context: RequestContext, input: CreateSpeakerDto): Promise<SpeakerView> {
    return this.writer.create(SPEAKERS, context, input);
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<SpeakerView> {
    return this.reader.get(SPEAKERS, context, key, query);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateSpeakerDto): Promise<SpeakerView> {
    return this.writer.update(SPEAKERS, context, key, input);
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<SpeakerView> {
    return this.writer.remove(SPEAKERS, context, key, query);
  }
}
