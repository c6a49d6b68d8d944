import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { CreateVenueDto } from './create-venue.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. */
export class UpdateVenueDto extends PartialFields(CreateVenueDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
