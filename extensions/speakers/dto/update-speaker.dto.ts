import { KeywordField, PartialFields, STATUSES, type Status } from 'calendar-events-service';
import { CreateSpeakerDto } from './create-speaker.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. Unlike a create, it accepts the status `trash`. */
export class UpdateSpeakerDto extends PartialFields(CreateSpeakerDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
