import { CATEGORIES } from './data/categories.js';
import { EVENTS } from './data/events.js';
import { ORGANIZERS } from './data/organizers.js';
import { TAGS } from './data/tags.js';
import { VENUES } from './data/venues.js';
import type {
  DemoCategory,
  DemoEvent,
  DemoImage,
  DemoOrganizer,
  DemoTag,
  DemoVenue,
  NamedTexts,
  Translations,
} from './demo-records.js';
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

const IMAGES = 'https://agenda.example/images';
const TOWN = { city: 'Vilamar de la Costa', province: 'Tarragona', country: 'ES', zip: '43898' };
/** Events were published one after another, the last one a little before the moment of loading. */
const SECONDS_BETWEEN_EVENTS = 8 * 3600;

/**
 * Writes the agenda of a town, with dates counted from a moment.
 * @param now epoch seconds
 * @returns how many events were written
 */
export async function writeDemoAgenda(writer: DemoWriter, now: number): Promise<number> {
  const links = {
    venues: await each<DemoVenue>(VENUES, (venue) => writer.write('venue', venueFacts(venue), named(venue, 'venue'))),
    organizers: await each<DemoOrganizer>(ORGANIZERS, (organizer) =>
      writer.write('organizer', organizerFacts(organizer), named(organizer, 'organizer')),
    ),
    categories: await each<DemoCategory>(CATEGORIES, (category, ids) =>
      writer.write('category', { parent: idOf(ids, category.parent) }, named(category, 'name')),
    ),
    tags: await each<DemoTag>(TAGS, (tag) => writer.write('tag', {}, named(tag, 'name'))),
  };
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

async function each<Item>(
  items: Readonly<Record<string, Item>>,
  write: (item: Item, ids: Ids) => Promise<number>,
): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const [key, item] of Object.entries(items)) ids.set(key, await write(item, ids));
  return ids;
}

function venueFacts({
  address,
  place: [geo_lat, geo_lng],
  phone,
  website,
  image,
  customFields,
}: DemoVenue): Parameters {
  return { ...TOWN, address, geo_lat, geo_lng, phone, website, image: sentImage(image), custom_fields: customFields };
}

function organizerFacts({ phone, email, website, image }: DemoOrganizer): Parameters {
  return { phone, email, website, image: sentImage(image) };
}

function eventFacts(event: DemoEvent): Parameters {
  const { cost, website, featured, sticky, ticketed, showMap, customFields } = event;
  const map = { show_map: showMap, show_map_link: showMap };
  return {
    cost,
    website,
    featured,
    sticky,
    ticketed,
    ...map,
    custom_fields: customFields,
    image: sentImage(event.image),
  };
}

function linksOf({ venues, organizers, categories, tags }: DemoEvent, ids: Links): Parameters {
  return {
    venue: venues?.map((key) => idOf(ids.venues, key)),
    organizer: organizers.map((key) => idOf(ids.organizers, key)),
    categories: categories.map((key) => idOf(ids.categories, key)),
    tags: tags?.map((key) => idOf(ids.tags, key)),
  };
}

const sentImage = (image?: DemoImage) => image && { url: `${IMAGES}/${image.file}`, alt: image.alt };

/** Texts with the name under the parameter that brings it. */
function named({ texts }: { texts: Translations<NamedTexts> }, parameter: string): Translations<Parameters> {
  const entries = Object.entries(texts).map(([language, { name, description }]) => [
    language,
    { [parameter]: name, description },
  ]);
  return Object.fromEntries(entries) as Translations<Parameters>;
}

function idOf(ids: Ids, key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const id = ids.get(key);
  if (id === undefined) throw new Error(`${key} is not written yet`);
  return id;
}
