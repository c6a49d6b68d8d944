import { mapConcurrently } from '../support/map-concurrently.js';
import type { CalendarClient } from './calendar-client.js';
import { slugOf, toEventRequest, type SourceEvent } from './madrid-agenda.js';

/**
 * Loads an agenda. Events of one venue are sent sequentially, in the order of the file, so that the first of them
 * always provides the address of the venue. Different venues are loaded concurrently.
 * @param mode `create` creates every event, `update` updates existing events and creates the missing ones
 */
export async function loadAgenda(
  client: CalendarClient,
  agenda: readonly SourceEvent[],
  mode: 'create' | 'update',
): Promise<void> {
  const eventsByVenue = Map.groupBy(agenda, (event) => event['event-location'] || event.id);
  await mapConcurrently([...eventsByVenue.values()], async (events) => {
    for (const event of events) {
      const request = toEventRequest(event);
      const isUpdated = mode === 'update' && (await client.updateBySlug(slugOf(event), request));
      if (!isUpdated) await client.create(request);
    }
  });
}
