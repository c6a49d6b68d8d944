import { CATEGORIES } from './data/categories.js';
import { EVENTS } from './data/events.js';
import { ORGANIZERS } from './data/organizers.js';
import { TAGS } from './data/tags.js';
import { VENUES } from './data/venues.js';
import { eventFacts, named, organizerFacts, venueFacts } from './demo-parameters.js';
import type { DemoCategory, DemoEvent, DemoOrganizer, DemoTag, DemoVenue, Translations } from './demo-records.js';
import { timesOf } from './demo-times.js';
import type { DemoWriter, Parameters } from './demo-writer.js';

/** Ids of written records by their keys. */
type Ids = ReadonlyMap<string, number>;

interface Links {
  readonly venues: Ids;
  readonly organizers: Ids;
  readonly categories: Ids;
  readonly tags: Ids;
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
    return await write(writer, now);
  } finally {
    await writer.end();
  }
}

async function write(writer: DemoWriter, now: number): Promise<number> {
  const links = await writeLinked(writer);
  const firstPublication = now - Object.keys(EVENTS).length * SECONDS_BETWEEN_EVENTS;
  const events = await each<DemoEvent>(EVENTS, (event, ids) => {
    const date = firstPublication + ids.size * SECONDS_BETWEEN_EVENTS;
    const facts = { ...eventFacts(event), ...timesOf(event, now), ...linksOf(event, links), date };
    return writer.write(
      'event',
      { ...facts, post_parent: idOf(ids, event.parent) },
      event.texts as Translations<Parameters>,
    );
  });
  return events.size;
}

async function writeLinked(writer: DemoWriter): Promise<Links> {
  const written = [writePlaces(writer), writeCategories(writer), writeTags(writer)] as const;
  // Where one fails, the others may not go on behind the end of the transaction.
  await Promise.allSettled(written);
  const [places, categories, tags] = await Promise.all(written);
  return { ...places, categories, tags };
}

/** One kind after the other, so that the ids of the images follow their order too. */
async function writePlaces(writer: DemoWriter): Promise<Pick<Links, 'venues' | 'organizers'>> {
  const venues = await each<DemoVenue>(VENUES, (venue) =>
    writer.write('venue', venueFacts(venue), named(venue, 'venue')),
  );
  const organizers = await each<DemoOrganizer>(ORGANIZERS, (organizer) =>
    writer.write('organizer', organizerFacts(organizer), named(organizer, 'organizer')),
  );
  return { venues, organizers };
}

function writeCategories(writer: DemoWriter): Promise<Ids> {
  return each<DemoCategory>(CATEGORIES, (category, ids) =>
    writer.write('category', { parent: idOf(ids, category.parent) }, named(category, 'name')),
  );
}

function writeTags(writer: DemoWriter): Promise<Ids> {
  return each<DemoTag>(TAGS, (tag) => writer.write('tag', {}, named(tag, 'name')));
}

async function each<Item>(
  items: Readonly<Record<string, Item>>,
  write: (item: Item, ids: Ids) => Promise<number>,
): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const [key, item] of Object.entries(items)) ids.set(key, await write(item, ids));
  return ids;
}

function linksOf({ venues, organizers, categories, tags }: DemoEvent, ids: Links): Parameters {
  return {
    venue: venues?.map((key) => idOf(ids.venues, key)),
    organizer: organizers.map((key) => idOf(ids.organizers, key)),
    categories: categories.map((key) => idOf(ids.categories, key)),
    tags: tags?.map((key) => idOf(ids.tags, key)),
  };
}

function idOf(ids: Ids, key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const id = ids.get(key);
  if (id === undefined) throw new Error(`${key} is not written yet`);
  return id;
}
