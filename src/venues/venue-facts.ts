import { parameterError } from '../common/errors/api-error.js';
import { fold } from '../common/text/fold.js';
import { textsIn } from '../common/text/texts-in.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import type { Venue } from './venue.entity.js';

const TEXT_FACTS = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'website',
] as const;

/** Writes the facts sent into a venue: what is not sent stays, null empties. */
export function writeVenueFacts(venue: Venue, input: UpdateVenueDto): void {
  for (const fact of TEXT_FACTS) if (input[fact] !== undefined) venue[fact] = input[fact] || null;
  if (input.geo_lat !== undefined) venue.geoLat = input.geo_lat;
  if (input.geo_lng !== undefined) venue.geoLng = input.geo_lng;
  if (input.show_map !== undefined) venue.showMap = input.show_map ?? true;
  if (input.show_map_link !== undefined) venue.showMapLink = input.show_map_link ?? true;
  assertCoordinates(venue);
  const searchable = [...TEXT_FACTS.map((fact) => venue[fact]), ...textsIn(venue.customFields)];
  venue.foldedFacts = fold(searchable.filter(Boolean).join('\n'));
}

/** Both coordinates or neither, in the record that results. */
function assertCoordinates({ geoLat, geoLng }: Venue): void {
  if ((geoLat ?? null) === null && (geoLng ?? null) !== null)
    throw parameterError({ geo_lat: { key: 'validation.coordinates' } });
  if ((geoLat ?? null) !== null && (geoLng ?? null) === null)
    throw parameterError({ geo_lng: { key: 'validation.coordinates' } });
}
