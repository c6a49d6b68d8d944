import { CATEGORIES } from './data/categories.js';
import { EVENTS } from './data/events.js';
import { ORGANIZERS } from './data/organizers.js';
import { TAGS } from './data/tags.js';
import { VENUES } from './data/venues.js';
import { eventInput, withNameParameter, organizerInput, venueInput } from './demo-inputs.js';
import type { DemoCategory, DemoEvent, DemoOrganizer, DemoTag, DemoVenue, Translations } from './demo-records.js';
import { demoSchedule } from './demo-schedule.js';
import type { DemoWriter, WireInput } from './demo-writer.js';

/** Ids of written records by their keys. */
type IdsByKey = ReadonlyMap<string, number>;

interface LinkedRecordIds {
  readonly venues: IdsByKey;
  readonly organizers: IdsByKey;
  readonly categories: IdsByKey;
  readonly tags: IdsByKey;
}

/** Events were published one after another, the last one a little before the moment of loading. */
const SECONDS_BETWEEN_EVENTS = 8 * 3600;

/**
 * Writes the agenda of a town, with dates counted from a moment.
 * @param now epoch seconds
 * @returns how many events were written
 */
export async function writeDemoAgenda(writer: DemoWriter, now: number): Promise<number> {
  try {
    return await writeEvents(writer, now);
  } finally {
    await writer.drain();
  }
}

async function writeEvents(writer: DemoWriter, now: number): Promise<number> {
  const links = await writeLinkedRecords(writer);
  const firstPublication = now - Object.keys(EVENTS).length * SECONDS_BETWEEN_EVENTS;
  const events = await writeEach<DemoEvent>(EVENTS, (event, ids) => {
    const date = firstPublication + ids.size * SECONDS_BETWEEN_EVENTS;
    const input = { ...eventInput(event), ...demoSchedule(event, now), ...linksOf(event, links), date };
    return writer.write(
      'event',
      { ...input, post_parent: idOf(ids, event.parent) },
      event.texts as Translations<WireInput>,
    );
  });
  return events.size;
}

async function writeLinkedRecords(writer: DemoWriter): Promise<LinkedRecordIds> {
  const pending = [writeVenuesAndOrganizers(writer), writeCategories(writer), writeTags(writer)] as const;
  // Where one fails, the others may not go on behind the end of the transaction.
  await Promise.allSettled(pending);
  const [venuesAndOrganizers, categories, tags] = await Promise.all(pending);
  return { ...venuesAndOrganizers, categories, tags };
}

/** One kind after the other, so that the ids of the images follow their order too. */
async function writeVenuesAndOrganizers(writer: DemoWriter): Promise<Pick<LinkedRecordIds, 'venues' | 'organizers'>> {
  const venues = await writeEach<DemoVenue>(VENUES, (venue) =>
    writer.write('venue', venueInput(venue), withNameParameter(venue, 'venue')),
  );
  const organizers = await writeEach<DemoOrganizer>(ORGANIZERS, (organizer) =>
    writer.write('organizer', organizerInput(organizer), withNameParameter(organizer, 'organizer')),
  );
  return { venues, organizers };
}

function writeCategories(writer: DemoWriter): Promise<IdsByKey> {
  return writeEach<DemoCategory>(CATEGORIES, (category, ids) =>
    writer.write('category', { parent: idOf(ids, category.parent) }, withNameParameter(category, 'name')),
  );
}

function writeTags(writer: DemoWriter): Promise<IdsByKey> {
  return writeEach<DemoTag>(TAGS, (tag) => writer.write('tag', {}, withNameParameter(tag, 'name')));
}

async function writeEach<Item>(
  items: Readonly<Record<string, Item>>,
  write: (item: Item, ids: IdsByKey) => Promise<number>,
): Promise<IdsByKey> {
  const ids = new Map<string, number>();
  for (const [key, item] of Object.entries(items)) ids.set(key, await write(item, ids));
  return ids;
}

function linksOf({ venues, organizers, categories, tags }: DemoEvent, ids: LinkedRecordIds): WireInput {
  return {
    venue: venues?.map((key) => idOf(ids.venues, key)),
    organizer: organizers.map((key) => idOf(ids.organizers, key)),
    categories: categories.map((key) => idOf(ids.categories, key)),
    tags: tags?.map((key) => idOf(ids.tags, key)),
  };
}

function idOf(ids: IdsByKey, key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const id = ids.get(key);
  if (id === undefined) throw new Error(`${key} is not written yet`);
  return id;
}
