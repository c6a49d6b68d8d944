import type { CalendarClient } from './calendar-client.js';
import { sentEvent, slugOf, type SourceEvent } from './madrid-agenda.js';

/** `create` writes every event anew; `update` those that are not there yet, and brings the others up to date. */
export type LoadMode = 'create' | 'update';

/** Requests under way at once. */
const LANES = 4;

/**
 * Loads an agenda. Events of one place are sent one after another, in the order of the file, so that it is always the
 * first of them that describes the place; places are loaded side by side.
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
