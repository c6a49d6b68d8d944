import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { CreateOrganizerDto } from './create-organizer.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. */
export class UpdateOrganizerDto extends PartialFields(CreateOrganizerDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
