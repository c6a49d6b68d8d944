import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../common/http/request-context.js';
import { PageOf } from '../../common/pagination/page.view.js';
import { PublishedView } from '../../common/records/record.view.js';
import type { ViewBuilder } from '../../common/records/view-builder.js';
import type { VenueRow } from '../venue.select.js';
import { stateOrProvince } from '../state-or-province.js';

const text = (name: string) => ApiProperty({ description: `fields.${name}`, type: String, nullable: true });
const coordinate = (name: string) =>
  ApiProperty({ description: `fields.${name}`, type: 'number', format: 'double', nullable: true });

/** A venue as served. */
export class VenueView extends PublishedView {
  @ApiProperty({ description: 'fields.venue_name' })
  venue!: string;

  @text('address')
  address!: string | null;

  @text('city')
  city!: string | null;

  @text('country')
  country!: string | null;

  @text('province')
  province!: string | null;

  @text('state')
  state!: string | null;

  @text('stateprovince')
  stateprovince!: string | null;

  @text('zip')
  zip!: string | null;

  @text('phone')
  phone!: string | null;

  @text('website')
  website!: string | null;

  @coordinate('geo_lat')
  geo_lat!: number | null;

  @coordinate('geo_lng')
  geo_lng!: number | null;

  @ApiProperty({ description: 'fields.show_map' })
  show_map!: boolean;

  @ApiProperty({ description: 'fields.show_map_link' })
  show_map_link!: boolean;
}

/** A page of venues. */
export class VenueList extends PageOf('venues', VenueView) {}

/** Shapes a venue. */
export function venueView(views: ViewBuilder, context: RequestContext, row: VenueRow): VenueView {
  return {
    ...views.published(context, 'venues', row),
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
