import { fold } from '../kernel/text/fold.js';

/**
 * Codes and names of the United States in the languages of the service, folded, without blanks and points: ISO 3166-1 codes, long and short
 * names of CLDR (`US`, `EUA`, `EE. UU.`), and the full name.
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

interface RegionFields {
  readonly stateprovince?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly province?: string | null | undefined;
}

/**
 * Served value of `stateprovince`: the stored value, else the state if the country is empty or the United States, else
 * the province.
 */
export function stateOrProvince({ stateprovince, country, state, province }: RegionFields): string | null {
  const name = fold(country ?? '').replace(/[ .]/g, '');
  const derived = name === '' || UNITED_STATES_NAMES.has(name) ? state : province;
  return stateprovince ?? derived ?? null;
}
