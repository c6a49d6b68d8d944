import { parameterError } from '../kernel/errors/api-error.js';
import type { Rule } from '../kernel/schema/rules.js';
import { applyTextColumns, foldedSearchText } from '../kinds/text-columns.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import { stateOrProvince } from './state-or-province.js';
import { VENUE_TEXT_COLUMNS, type Venue } from './venue.entity.js';

/** Writes the input: `undefined` keeps a column, null and an empty text clear it, and null sets a flag to true. */
export function applyVenueFields(venue: Venue, input: UpdateVenueDto): void {
  const derivedBefore = venue.stateprovince ? null : stateOrProvince(venue);
  applyTextColumns(VENUE_TEXT_COLUMNS, venue, input);
  // A client that sends a venue as served, to edit it, to copy it or to undo a change, also sends the derived text, which is not stored.
  const derivedAfter = stateOrProvince({ ...venue, stateprovince: null });
  if (input.stateprovince && [derivedBefore, derivedAfter].includes(input.stateprovince)) venue.stateprovince = null;
  if (input.geo_lat !== undefined) venue.geoLat = input.geo_lat;
  if (input.geo_lng !== undefined) venue.geoLng = input.geo_lng;
  if (input.show_map !== undefined) venue.showMap = input.show_map ?? true;
  if (input.show_map_link !== undefined) venue.showMapLink = input.show_map_link ?? true;
  assertBothOrNoCoordinates(venue);
  venue.searchFields = foldedSearchText(VENUE_TEXT_COLUMNS, venue);
}

/** Requires both coordinates or neither on a create. An update is checked with the stored coordinates. */
export const coordinatesRule: Rule<UpdateVenueDto> = ({ geo_lat, geo_lng }, { isCreate }) => {
  if (isCreate) assertBothOrNoCoordinates({ geoLat: geo_lat, geoLng: geo_lng });
};

/** @throws {ApiError} `invalid_parameter` if one coordinate is missing */
function assertBothOrNoCoordinates({ geoLat, geoLng }: Partial<Pick<Venue, 'geoLat' | 'geoLng'>>): void {
  const [lacksLat, lacksLng] = [(geoLat ?? null) === null, (geoLng ?? null) === null];
  if (lacksLat !== lacksLng)
    throw parameterError({ [lacksLat ? 'geo_lat' : 'geo_lng']: { key: 'validation.coordinates' } });
}
