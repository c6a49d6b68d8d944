import { PublishingFields } from '../../records/publishing/publishing.fields.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { VENUE } from '../../kinds/calendar-kinds.js';
import { BooleanField, NumberField, TextField, UrlField } from '../../kernel/schema/fields.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { Rules } from '../../kernel/schema/rules.js';
import { coordinatesRule } from '../apply-venue-fields.js';
import { VenueView } from './venue.view.js';

/** Fields of a new venue. */
@AcceptsViewMembers(() => VenueView)
@Rules(coordinatesRule)
@Extensible(VENUE, 'input')
export class CreateVenueDto extends PublishingFields {
  @TextField({ required: true, description: 'venue_name', example: 'examples.venue.venue' })
  venue!: string;

  @TextField({ example: 'Carrer Major, 1' })
  address?: string | null;

  @TextField({ example: 'Reus' })
  city?: string | null;

  @TextField({ example: 'ES' })
  country?: string | null;

  @TextField({ example: 'Tarragona' })
  province?: string | null;

  @TextField({ sample: 'CA' })
  state?: string | null;

  @TextField({ sample: 'Tarragona' })
  stateprovince?: string | null;

  @TextField({ example: '43201' })
  zip?: string | null;

  @TextField({ example: '+34 977 000 000' })
  phone?: string | null;

  @UrlField({ example: 'https://auditori.example/' })
  website?: string | null;

  @NumberField({ min: -90, max: 90, example: 41.1561 })
  geo_lat?: number | null;

  @NumberField({ min: -180, max: 180, example: 1.1069 })
  geo_lng?: number | null;

  @BooleanField({ defaultOnCreate: true })
  show_map?: boolean | null;

  @BooleanField({ defaultOnCreate: true })
  show_map_link?: boolean | null;
}
