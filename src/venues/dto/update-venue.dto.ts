import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { CreateVenueDto } from './create-venue.dto.js';

/** What is to change of a venue; the rest stays as it is. */
export class UpdateVenueDto extends PartialFields(CreateVenueDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
