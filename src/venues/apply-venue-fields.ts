import { parameterError } from '../kernel/errors/api-error.js';
import { fold } from '../kernel/text/fold.js';
import { collectTexts } from '../kernel/text/collect-texts.js';
import type { Rule } from '../kernel/schema/rules.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import { stateOrProvince } from './state-or-province.js';
import type { Venue } from './venue.entity.js';

const TEXT_FIELDS = [
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
export function applyVenueFields(venue: Venue, input: UpdateVenueDto): void {
  applyTextFields(venue, input);
  if (input.geo_lat !== undefined) venue.geoLat = input.geo_lat;
  if (input.geo_lng !== undefined) venue.geoLng = input.geo_lng;
  if (input.show_map !== undefined) venue.showMap = input.show_map ?? true;
  if (input.show_map_link !== undefined) venue.showMapLink = input.show_map_link ?? true;
  assertCoordinates(venue);
  const searchable = [...TEXT_FIELDS.map((field) => venue[field]), ...collectTexts(venue.customFields)];
  venue.searchFields = fold(searchable.filter(Boolean).join('\n'));
}

function applyTextFields(venue: Venue, input: UpdateVenueDto): void {
  const derivedStateOrProvince = venue.stateprovince ? undefined : stateOrProvince(regionOf(venue));
  for (const field of TEXT_FIELDS) if (input[field] !== undefined) venue[field] = input[field] || null;
  // What a read serves, an update accepts unchanged: the text derived at reading is not one that was sent.
  if (derivedStateOrProvince && input.stateprovince === derivedStateOrProvince) venue.stateprovince = null;
}

const regionOf = ({ country, state, province }: Venue) => ({
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
