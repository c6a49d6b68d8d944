import { ApiProperty } from '@nestjs/swagger';
import { IdsField } from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';
import { SpeakerView } from './speaker.view.js';

/** Parameter of creates and updates of events. */
export class SpeakersInput {
  @IdsField({ references: SPEAKER, description: 'speaker.of_event' })
  speaker?: number[] | null;
}

/** Filter of lists of events. */
export class SpeakersFilter {
  @IdsField({ references: SPEAKER, description: 'speaker.filter' })
  speaker?: number[];
}

/** Speakers in the response of an event. */
export class SpeakersView {
  @ApiProperty({ description: 'fields.speaker.of_event', type: [SpeakerView] })
  speaker!: SpeakerView[];
}
