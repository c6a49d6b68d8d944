import type { CalendarClient, ServedEvent, ServedVenue } from './calendar-client.js';
import { sentEvent, unescaped, type SourceEvent } from './madrid-agenda.js';

/** Time window that contains every event of the agenda. */
export const WINDOW = 'start_date=2022-01-01&end_date=2033-01-01';

/** Records read back from the service. */
export interface ReadAgenda {
  readonly events: readonly ServedEvent[];
  readonly venues: readonly ServedVenue[];
}

/** Reads all events and venues by following `next_rest_url`. */
export async function readBack(client: CalendarClient): Promise<ReadAgenda> {
  const events = await all(client.list<ServedEvent>(`events?per_page=50&${WINDOW}`, 'events'));
  const venues = await all(client.list<ServedVenue>('venues?per_page=50', 'venues'));
  return { events, venues };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Compares the served records with the source. Returns one line per difference. */
export function differences(agenda: readonly SourceEvent[], { events, venues }: ReadAgenda): string[] {
  const served = Map.groupBy(events, ({ custom_fields }) => custom_fields.source_id);
  const places = firstPoints(agenda);
  return [
    ...repeated(events.map(({ id }) => id)).map((id) => `event ${id} was read more than once`),
    ...repeated(venues.map(({ venue }) => venue)).map((name) => `there is more than one venue ${name}`),
    ...expected('number of events', events.length, agenda.length),
    ...expected('number of venues', venues.length, places.size),
    ...agenda.flatMap((source) => {
      const [event, ...more] = served.get(source.id) ?? [];
      if (!event || more.length > 0) return [`${source.id} is there ${more.length + (event ? 1 : 0)} times`];
      return differencesOf(source, event, places);
    }),
  ];
}

function differencesOf(source: SourceEvent, event: ServedEvent, places: ReadonlyMap<string, SourceEvent>): string[] {
  const sent = sentEvent(source);
  const place = places.get(source['event-location']);
  const point = place?.location;
  const [venue] = event.venue;
  return [
    ...expected('title', event.title, plain(sent.title)),
    ...expected('description', textOf(event.description), textOf(sent.description)),
    ...expected('start_date', event.start_date, source.dtstart.slice(0, 19)),
    ...expected('end_date', event.end_date, source.dtend.slice(0, 19)),
    ...expected('starts_at', clockInMadrid(event.starts_at), source.dtstart.slice(0, 19)),
    ...expected('ends_at', clockInMadrid(event.ends_at), source.dtend.slice(0, 19)),
    ...expected('cost', event.cost, plain(source.price)),
    ...expected('website', event.website, source.link),
    ...expected('venue', venue?.venue ?? '', plain(source['event-location'])),
    ...expected('point', [venue?.geo_lat, venue?.geo_lng], [point?.latitude, point?.longitude]),
    ...expected('zip', venue?.zip ?? undefined, place?.address?.area?.['postal-code']),
    ...expected('organizer', event.organizer[0]?.organizer, sent.organizer?.['organizer']),
    ...expected(
      'categories',
      event.categories.map(({ name }) => name),
      sent.categories,
    ),
  ].map((difference) => `${source.id}: ${difference}`);
}

/** Maps each venue name to the first event held there. That event provides the address of the venue. */
function firstPoints(agenda: readonly SourceEvent[]): ReadonlyMap<string, SourceEvent> {
  const held = agenda.filter((event) => event['event-location'] !== '');
  return new Map(held.toReversed().map((event) => [event['event-location'], event]));
}

function expected(name: string, served: unknown, sent: unknown): string[] {
  const [is, was] = [JSON.stringify(served), JSON.stringify(sent)];
  return is === was ? [] : [`${name} is ${is}, not ${was}`];
}

/** The service stores text in Unicode NFC, without leading and trailing blanks. */
const plain = (text: string): string => text.normalize('NFC').trim();

/** Visible text of HTML that contains entities but no markup. */
const textOf = (html: string): string => plain(unescaped(html));

/** Wall-clock time in Madrid of an instant, computed by the platform. */
function clockInMadrid(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' });
}

function repeated<Item>(items: readonly Item[]): Item[] {
  return [...Map.groupBy(items, (item) => item)].filter(([, each]) => each.length > 1).map(([item]) => item);
}
