import type { CalendarClient } from './calendar-client.js';
import { decodeEntities, toEventRequest, type SourceEvent } from './madrid-agenda.js';

interface ServedVenue {
  readonly venue: string;
  readonly zip: string | null;
  readonly geo_lat: number | null;
  readonly geo_lng: number | null;
}

interface ServedEvent extends Readonly<
  Record<'title' | 'slug' | 'description' | 'start_date' | 'end_date' | 'starts_at' | 'ends_at' | 'cost', string>
> {
  readonly website: string | null;
  readonly venue: readonly ServedVenue[];
  readonly organizer: readonly { readonly organizer: string }[];
  readonly categories: readonly { readonly name: string }[];
  readonly custom_fields: { readonly source_id?: string };
}

/** Records read back from the service. */
export interface ReadAgenda {
  readonly events: readonly ServedEvent[];
  readonly venues: readonly ServedVenue[];
}

/** Reads all venues, and the events of 2022 to 2032: without dates, the list of events would begin today. */
export const readBack = async (client: CalendarClient): Promise<ReadAgenda> => ({
  events: await client.list('events?per_page=50&start_date=2022-01-01&end_date=2033-01-01', 'events'),
  venues: await client.list('venues?per_page=50', 'venues'),
});

/** Compares the served records with the source. Returns one line per difference. */
export function differences(agenda: readonly SourceEvent[], { events, venues }: ReadAgenda): string[] {
  const eventsBySourceId = Map.groupBy(events, ({ custom_fields }) => custom_fields.source_id);
  // The first event at a venue provides its address.
  const eventByVenue = new Map(agenda.toReversed().map((event) => [event['event-location'], event]));
  eventByVenue.delete('');
  return [
    ...compare('number of events', events.length, agenda.length),
    ...compare('number of venues', venues.length, eventByVenue.size),
    ...compare('number of venue names', new Set(venues.map(({ venue }) => venue)).size, eventByVenue.size),
    ...agenda.flatMap((source) => {
      const served = eventsBySourceId.get(source.id) ?? [];
      const expected = [expectedValues(source, eventByVenue.get(source['event-location']))];
      return compare(source.id, served.map(servedValues), expected);
    }),
  ];
}

function servedValues({ venue: [venue], organizer, ...event }: ServedEvent) {
  return {
    title: event.title,
    description: normalize(decodeEntities(event.description)),
    dates: [event.start_date, event.end_date],
    instants: [event.starts_at, event.ends_at].map(localTimeInMadrid),
    cost: event.cost,
    website: event.website,
    venue: [venue?.venue, venue?.zip ?? undefined, venue?.geo_lat ?? undefined, venue?.geo_lng ?? undefined],
    organizer: organizer[0]?.organizer,
    categories: event.categories.map(({ name }) => name),
  };
}

function expectedValues(source: SourceEvent, venueSource?: SourceEvent): ReturnType<typeof servedValues> {
  const { title, description, cost, website, organizer, categories } = toEventRequest(source);
  const dates = [source.dtstart, source.dtend].map((date) => date.slice(0, 19));
  const { venue } = venueSource ? toEventRequest(venueSource) : {};
  return {
    title: oneLine(title),
    // The source escapes its texts twice.
    description: normalize(decodeEntities(description)),
    dates,
    instants: dates,
    cost: normalize(cost),
    website,
    venue: [venue && oneLine(venue.venue), venue?.zip, venue?.geo_lat, venue?.geo_lng],
    organizer: organizer && oneLine(organizer.organizer),
    categories,
  };
}

function compare(name: string, value: unknown, expectedValue: unknown): string[] {
  const [servedJson, expectedJson] = [JSON.stringify(value), JSON.stringify(expectedValue)];
  return servedJson === expectedJson ? [] : [`${name} is ${servedJson}, expected ${expectedJson}`];
}

/** The service stores text in Unicode NFC, without leading and trailing blanks. */
const normalize = (text: string): string => text.normalize('NFC').trim();

/** Line breaks of titles and names become blanks. */
const oneLine = (text: string): string => normalize(text).replaceAll('\n', ' ');

/** Wall-clock time in Madrid of an instant, computed by the platform. */
const localTimeInMadrid = (instant: string): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' });
