import type { GeoCoordinates, Organization, Place, PostalAddress } from 'schema-dts';
import type { OrganizerView } from '../../organizers/dto/organizer.view.js';
import type { VenueView } from '../../venues/dto/venue.view.js';

/** A venue in the vocabulary of schema.org. */
export const placeJsonLd = (venue: VenueView): Place => ({
  '@type': 'Place',
  name: venue.venue || undefined,
  address: addressOf(venue),
  geo: coordinatesOf(venue),
  telephone: venue.phone || undefined,
  url: venue.website || undefined,
});

/** An organizer in the vocabulary of schema.org. */
export const organizationJsonLd = ({ organizer, phone, email, website }: OrganizerView): Organization => ({
  '@type': 'Organization',
  name: organizer || undefined,
  telephone: phone || undefined,
  email: email || undefined,
  url: website || undefined,
});

function addressOf({ address, zip, city, stateprovince, country }: VenueView): PostalAddress | undefined {
  if (![address, zip, city, stateprovince, country].some(Boolean)) return undefined;
  return {
    '@type': 'PostalAddress',
    streetAddress: address || undefined,
    postalCode: zip || undefined,
    addressLocality: city || undefined,
    addressRegion: stateprovince || undefined,
    addressCountry: country || undefined,
  };
}

const coordinatesOf = ({ geo_lat, geo_lng }: VenueView): GeoCoordinates | undefined =>
  geo_lat === null || geo_lng === null
    ? undefined
    : { '@type': 'GeoCoordinates', latitude: geo_lat, longitude: geo_lng };
