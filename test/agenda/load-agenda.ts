import type { CalendarClient } from './calendar-client.js';
import { sentEvent, slugOf, type SourceEvent } from './madrid-agenda.js';

/** `create` creates every event. `update` updates existing events and creates the missing ones. */
export type LoadMode = 'create' | 'update';

/** Number of concurrent requests. */
const LANES = 4;

/**
 * Loads an agenda. Events of one venue are sent sequentially, in the order of the file, so that the first of them
 * always provides the address of the venue. Different venues are loaded concurrently.
 */
export async function loadAgenda(
  client: CalendarClient,
  agenda: readonly SourceEvent[],
  mode: LoadMode,
): Promise<void> {
  const places = Map.groupBy(agenda, (event) => event['event-location'] || event.id).values();
  const lane = async () => {
    for (const events of places) for (const event of events) await write(client, event, mode);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function write(client: CalendarClient, event: SourceEvent, mode: LoadMode): Promise<void> {
  const sent = sentEvent(event);
  const known = mode === 'update' && (await client.updateBySlug(slugOf(event), sent));
  if (!known) await client.create(sent);
}
