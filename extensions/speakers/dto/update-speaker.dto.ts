import { KeywordField, PartialFields, STATUSES, type Status } from 'calendar-events-service';
import { CreateSpeakerDto } from './create-speaker.dto.js';

/** What is to change of a speaker; the rest stays as it is. */
export class UpdateSpeakerDto extends PartialFields(CreateSpeakerDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
