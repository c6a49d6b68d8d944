import { ApiProperty } from '@nestjs/swagger';
import {
  PageOf,
  PublishableView,
  ExtensibleRecordView,
  type RequestContext,
  type ViewBuilder,
} from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';
import type { SpeakerRow } from '../speaker.select.js';

/** A speaker in a response. */
@ExtensibleRecordView(SPEAKER)
export class SpeakerView extends PublishableView {
  @ApiProperty({ description: 'fields.speaker.name', example: 'examples.speaker.name' })
  name!: string;

  @ApiProperty({
    description: 'fields.website',
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://merce.example/',
  })
  website!: string | null;
}

/** A page of speakers. */
export class SpeakerList extends PageOf(SPEAKER, SpeakerView) {}

/** Builds the view of a speaker. */
export function speakerView(views: ViewBuilder, context: RequestContext, row: SpeakerRow): SpeakerView {
  return { ...views.publishableView(context, SPEAKER, row), name: row.name, website: row.website };
}
