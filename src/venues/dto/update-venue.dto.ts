import { STATUSES, type Status } from '../../common/publishing/publishing.columns.js';
import { PartialFields } from '../../common/validation/field.js';
import { KeywordField } from '../../common/validation/fields.js';
import { CreateVenueDto } from './create-venue.dto.js';

/** What is to change of a venue; the rest stays as it is. */
export class UpdateVenueDto extends PartialFields(CreateVenueDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
