import { parameterError } from '../kernel/errors/api-error.js';
import type { Rule } from '../kernel/schema/rules.js';
import { applyTextColumns, searchableTexts } from '../kinds/text-columns.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import { stateOrProvince } from './state-or-province.js';
import { VENUE_TEXT_COLUMNS, type Venue } from './venue.entity.js';

/** Writes the input into a venue: `undefined` keeps a column, null and an empty text clear it. */
export function applyVenueFields(venue: Venue, input: UpdateVenueDto): void {
  applyTextFields(venue, input);
  if (input.geo_lat !== undefined) venue.geoLat = input.geo_lat;
  if (input.geo_lng !== undefined) venue.geoLng = input.geo_lng;
  if (input.show_map !== undefined) venue.showMap = input.show_map ?? true;
  if (input.show_map_link !== undefined) venue.showMapLink = input.show_map_link ?? true;
  assertCoordinates(venue);
  venue.searchFields = searchableTexts(VENUE_TEXT_COLUMNS, venue);
}

function applyTextFields(venue: Venue, input: UpdateVenueDto): void {
  const derivedStateOrProvince = venue.stateprovince ? undefined : stateOrProvince(regionColumns(venue));
  applyTextColumns(VENUE_TEXT_COLUMNS, venue, input);
  // What a read serves, an update accepts unchanged: the text derived at reading is not one that was sent.
  if (derivedStateOrProvince && input.stateprovince === derivedStateOrProvince) venue.stateprovince = null;
}

const regionColumns = ({ country, state, province }: Venue) => ({
  stateprovince: null,
  country: country ?? null,
  state: state ?? null,
  province: province ?? null,
});

/** A new venue has no coordinate that the one sent could complete. */
export const coordinatesRule: Rule<UpdateVenueDto> = ({ geo_lat, geo_lng }, { isCreate }) => {
  if (isCreate) assertCoordinates({ geoLat: geo_lat, geoLng: geo_lng });
};

/** Both coordinates or neither, in the record that results. */
function assertCoordinates({ geoLat, geoLng }: Partial<Pick<Venue, 'geoLat' | 'geoLng'>>): void {
  if ((geoLat ?? null) === null && (geoLng ?? null) !== null)
    throw parameterError({ geo_lat: { key: 'validation.coordinates' } });
  if ((geoLat ?? null) !== null && (geoLng ?? null) === null)
    throw parameterError({ geo_lng: { key: 'validation.coordinates' } });
}
