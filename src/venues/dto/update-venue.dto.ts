import { PartialFields } from '../../common/validation/field.js';
import { CreateVenueDto } from './create-venue.dto.js';

/** What is to change of a venue; the rest stays as it is. */
export class UpdateVenueDto extends PartialFields(CreateVenueDto) {}
