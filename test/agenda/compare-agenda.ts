import type { CalendarClient, ServedEvent, ServedVenue } from './calendar-client.js';
import { toEventRequest, decodeEntities, type SourceEvent } from './madrid-agenda.js';

/** Time window that contains every event of the agenda. */
export const WINDOW = 'start_date=2022-01-01&end_date=2033-01-01';

/** Records read back from the service. */
export interface ReadAgenda {
  readonly events: readonly ServedEvent[];
  readonly venues: readonly ServedVenue[];
}

/** Reads all events and venues by following `next_rest_url`. */
export async function readBack(client: CalendarClient): Promise<ReadAgenda> {
  const events = await collect(client.list<ServedEvent>(`events?per_page=50&${WINDOW}`, 'events'));
  const venues = await collect(client.list<ServedVenue>('venues?per_page=50', 'venues'));
  return { events, venues };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Compares the served records with the source. Returns one line per difference. */
export function differences(agenda: readonly SourceEvent[], { events, venues }: ReadAgenda): string[] {
  const eventsBySourceId = Map.groupBy(events, ({ custom_fields }) => custom_fields.source_id);
  const eventByVenue = firstEventByVenue(agenda);
  return [
    ...duplicatesIn(events.map(({ id }) => id)).map((id) => `event ${id} is served more than once`),
    ...duplicatesIn(venues.map(({ venue }) => venue)).map((name) => `venue ${name} is served more than once`),
    ...compare('number of events', events.length, agenda.length),
    ...compare('number of venues', venues.length, eventByVenue.size),
    ...agenda.flatMap((source) => {
      const [event, ...duplicates] = eventsBySourceId.get(source.id) ?? [];
      if (!event || duplicates.length > 0)
        return [`${source.id} is served ${duplicates.length + (event ? 1 : 0)} times`];
      return differencesOf(source, event, eventByVenue);
    }),
  ];
}

function differencesOf(
  source: SourceEvent,
  event: ServedEvent,
  eventByVenue: ReadonlyMap<string, SourceEvent>,
): string[] {
  const request = toEventRequest(source);
  const venueSource = eventByVenue.get(source['event-location']);
  const point = venueSource?.location;
  const [venue] = event.venue;
  return [
    ...compare('title', event.title, normalize(request.title)),
    ...compare('description', textOf(event.description), textOf(request.description)),
    ...compare('start_date', event.start_date, source.dtstart.slice(0, 19)),
    ...compare('end_date', event.end_date, source.dtend.slice(0, 19)),
    ...compare('starts_at', localTimeInMadrid(event.starts_at), source.dtstart.slice(0, 19)),
    ...compare('ends_at', localTimeInMadrid(event.ends_at), source.dtend.slice(0, 19)),
    ...compare('cost', event.cost, normalize(source.price)),
    ...compare('website', event.website, source.link),
    ...compare('venue', venue?.venue ?? '', normalize(source['event-location'])),
    ...compare('point', [venue?.geo_lat, venue?.geo_lng], [point?.latitude, point?.longitude]),
    ...compare('zip', venue?.zip ?? undefined, venueSource?.address?.area?.['postal-code']),
    ...compare('organizer', event.organizer[0]?.organizer, request.organizer?.['organizer']),
    ...compare(
      'categories',
      event.categories.map(({ name }) => name),
      request.categories,
    ),
  ].map((difference) => `${source.id}: ${difference}`);
}

/** Maps each venue name to the first event held there. That event provides the address of the venue. */
function firstEventByVenue(agenda: readonly SourceEvent[]): ReadonlyMap<string, SourceEvent> {
  const eventsWithVenue = agenda.filter((event) => event['event-location'] !== '');
  return new Map(eventsWithVenue.toReversed().map((event) => [event['event-location'], event]));
}

function compare(name: string, value: unknown, expectedValue: unknown): string[] {
  const [servedJson, expectedJson] = [JSON.stringify(value), JSON.stringify(expectedValue)];
  return servedJson === expectedJson ? [] : [`${name} is ${servedJson}, expected ${expectedJson}`];
}

/** The service stores text in Unicode NFC, without leading and trailing blanks. */
const normalize = (text: string): string => text.normalize('NFC').trim();

/** Visible text of HTML that contains entities but no markup. */
const textOf = (html: string): string => normalize(decodeEntities(html));

/** Wall-clock time in Madrid of an instant, computed by the platform. */
function localTimeInMadrid(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' });
}

function duplicatesIn<Item>(items: readonly Item[]): Item[] {
  return [...Map.groupBy(items, (item) => item)].filter(([, copies]) => copies.length > 1).map(([item]) => item);
}
