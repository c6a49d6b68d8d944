import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import { VENUE } from '../../kinds/calendar-kinds.js';
import { PublishableView } from '../../records/views/record.view.js';
import { ExtensibleRecordView } from '../../records/views/extensible-record-view.decorator.js';
import type { ViewBuilder } from '../../records/views/view-builder.js';
import type { VenueRow } from '../venue.select.js';
import { stateOrProvince } from '../state-or-province.js';

const apiTextProperty = (name: string, example: string | null) =>
  ApiProperty({ description: `fields.${name}`, type: String, nullable: true, example });
const apiCoordinateProperty = (name: string, limit: number, example: number) =>
  ApiProperty({
    description: `fields.${name}`,
    type: 'number',
    format: 'double',
    minimum: -limit,
    maximum: limit,
    nullable: true,
    example,
  });

/** A venue in a response. */
@ExtensibleRecordView(VENUE)
export class VenueView extends PublishableView {
  @ApiProperty({ description: 'fields.venue_name', example: 'examples.venue.venue' })
  venue!: string;

  @apiTextProperty('address', 'Carrer Major, 1')
  address!: string | null;

  @apiTextProperty('city', 'Reus')
  city!: string | null;

  @apiTextProperty('country', 'ES')
  country!: string | null;

  @apiTextProperty('province', 'Tarragona')
  province!: string | null;

  @apiTextProperty('state', null)
  state!: string | null;

  @apiTextProperty('stateprovince', 'Tarragona')
  stateprovince!: string | null;

  @apiTextProperty('zip', '43201')
  zip!: string | null;

  @apiTextProperty('phone', '+34 977 000 000')
  phone!: string | null;

  @ApiProperty({
    description: 'fields.website',
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://auditori.example/',
  })
  website!: string | null;

  @apiCoordinateProperty('geo_lat', 90, 41.1561)
  geo_lat!: number | null;

  @apiCoordinateProperty('geo_lng', 180, 1.1069)
  geo_lng!: number | null;

  @ApiProperty({ description: 'fields.show_map', example: true })
  show_map!: boolean;

  @ApiProperty({ description: 'fields.show_map_link', example: true })
  show_map_link!: boolean;
}

/** A page of venues. */
export class VenueList extends PageOf(VENUE, VenueView) {}

/** Builds the view of a venue. */
export function venueView(views: ViewBuilder, context: RequestContext, row: VenueRow): VenueView {
  return {
    ...views.publishableView(context, VENUE, row),
    venue: row.name,
    address: row.address,
    city: row.city,
    country: row.country,
    province: row.province,
    state: row.state,
    stateprovince: stateOrProvince(row),
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    geo_lat: row.geo_lat,
    geo_lng: row.geo_lng,
    show_map: row.show_map,
    show_map_link: row.show_map_link,
  };
}
