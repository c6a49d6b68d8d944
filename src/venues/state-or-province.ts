/** Codes and names of the United States, lower case, in the languages of the service (CLDR, ISO 3166-1). */
const UNITED_STATES = new Set(['us', 'usa', 'united states', 'estats units', 'estados unidos']);

/** What stands for state and province: as sent, else the state in the United States or nowhere, else the province. */
export function stateOrProvince(venue: {
  readonly stateprovince: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly province: string | null;
}): string | null {
  if (venue.stateprovince !== null) return venue.stateprovince;
  const country = venue.country?.toLowerCase() ?? '';
  return country === '' || UNITED_STATES.has(country) ? venue.state : venue.province;
}
