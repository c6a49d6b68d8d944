import { ApiProperty } from '@nestjs/swagger';
import { IdsField } from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';
import { SpeakerView } from './speaker.view.js';

/** Who is to speak at an event. */
export class SpeakersInput {
  @IdsField({ references: SPEAKER, description: 'speaker.of_event' })
  speaker?: number[] | null;
}

/** By whom a list of events is filtered. */
export class SpeakersFilter {
  @IdsField({ references: SPEAKER, description: 'speaker.filter' })
  speaker?: number[];
}

/** Who speaks at an event. */
export class SpeakersView {
  @ApiProperty({ description: 'fields.speaker.of_event', type: [SpeakerView] })
  speaker!: SpeakerView[];
}
