import type { VenueView } from '../../venues/dto/venue.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { contentLine, textLine } from './content-line.js';

/** Decimals of degrees near 0. Seven locate a place to a centimetre. */
const DECIMALS_OF_SMALL_NUMBERS = 10;

/**
 * Venues and online address of an event. A text with several venues has the language of the first one.
 * `X-APPLE-STRUCTURED-LOCATION` shows a map in calendars of Apple.
 */
export function locationLines({ venue, online_url: online, ml_language }: EventView): string {
  const location = venue.map(addressOf).join(' / ') || online;
  const language = venue[0]?.ml_language ?? ml_language;
  const located = venue.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null);
  return [
    location ? textLine('LOCATION', location, { LANGUAGE: language }) : '',
    located ? coordinateLines(located) : '',
    online === null ? '' : contentLine('CONFERENCE', online, { VALUE: 'URI', FEATURE: 'VIDEO' }),
  ].join('');
}

const addressOf = ({ venue, address, zip, city, country }: VenueView): string =>
  joinParts([venue, address, joinParts([zip, city], ' '), country], ', ');

function coordinateLines({ venue, geo_lat, geo_lng }: VenueView): string {
  const [latitude, longitude] = [formatDegrees(geo_lat), formatDegrees(geo_lng)];
  return (
    contentLine('GEO', `${latitude};${longitude}`) +
    contentLine('X-APPLE-STRUCTURED-LOCATION', `geo:${latitude},${longitude}`, { VALUE: 'URI', 'X-TITLE': venue })
  );
}

/** iCalendar has no exponents, which JavaScript writes for numbers near 0. */
function formatDegrees(degrees: number | null): string {
  const text = String(degrees ?? 0);
  return text.includes('e') ? (degrees ?? 0).toFixed(DECIMALS_OF_SMALL_NUMBERS) : text;
}

/** Joins the parts that are not empty. */
export const joinParts = (parts: readonly (string | null)[], separator: string): string =>
  parts.filter((part) => part !== null && part !== '').join(separator);
