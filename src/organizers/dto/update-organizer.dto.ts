import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { CreateOrganizerDto } from './create-organizer.dto.js';

/** What is to change of an organizer; the rest stays as it is. */
export class UpdateOrganizerDto extends PartialFields(CreateOrganizerDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
