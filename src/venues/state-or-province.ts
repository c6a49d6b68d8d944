import { fold } from '../kernel/text/fold.js';

/**
 * Codes and names of the United States in the languages of the service, folded, without blanks and points: ISO 3166-1,
 * CLDR's long and short names (`US`, `EUA`, `EE. UU.`), and the name in full.
 */
const UNITED_STATES_NAMES = new Set([
  'us',
  'usa',
  'unitedstates',
  'unitedstatesofamerica',
  'eua',
  'estatsunits',
  "estatsunitsd'america",
  'eeuu',
  'estadosunidos',
  'estadosunidosdeamerica',
]);

/** What stands for state and province: as sent, else the state in the United States or nowhere, else the province. */
export function stateOrProvince(venue: {
  readonly stateprovince: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly province: string | null;
}): string | null {
  if (venue.stateprovince !== null) return venue.stateprovince;
  const country = fold(venue.country ?? '').replace(/[ .]/g, '');
  return country === '' || UNITED_STATES_NAMES.has(country) ? venue.state : venue.province;
}
