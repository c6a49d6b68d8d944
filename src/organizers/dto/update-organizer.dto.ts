import { STATUSES, type Status } from '../../common/publishing/publishing.columns.js';
import { PartialFields } from '../../common/validation/field.js';
import { KeywordField } from '../../common/validation/fields.js';
import { CreateOrganizerDto } from './create-organizer.dto.js';

/** What is to change of an organizer; the rest stays as it is. */
export class UpdateOrganizerDto extends PartialFields(CreateOrganizerDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
