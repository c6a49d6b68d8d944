import type { CalendarClient } from './calendar-client.js';
import { toEventRequest, slugOf, type SourceEvent } from './madrid-agenda.js';

/** `create` creates every event. `update` updates existing events and creates the missing ones. */
export type LoadMode = 'create' | 'update';

/** Number of concurrent requests. */
const CONCURRENCY = 4;

/**
 * Loads an agenda. Events of one venue are sent sequentially, in the order of the file, so that the first of them
 * always provides the address of the venue. Different venues are loaded concurrently.
 */
export async function loadAgenda(
  client: CalendarClient,
  agenda: readonly SourceEvent[],
  mode: LoadMode,
): Promise<void> {
  const eventsByVenue = Map.groupBy(agenda, (event) => event['event-location'] || event.id).values();
  const loadVenues = async () => {
    for (const events of eventsByVenue) for (const event of events) await write(client, event, mode);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loadVenues));
}

async function write(client: CalendarClient, event: SourceEvent, mode: LoadMode): Promise<void> {
  const request = toEventRequest(event);
  const updated = mode === 'update' && (await client.updateBySlug(slugOf(event), request));
  if (!updated) await client.create(request);
}
