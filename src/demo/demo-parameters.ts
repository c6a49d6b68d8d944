import type { DemoEvent, DemoImage, DemoOrganizer, DemoVenue, NamedTexts, Translations } from './demo-records.js';
import type { Parameters } from './demo-writer.js';

const IMAGES = 'https://agenda.example/images';
const TOWN = { city: 'Vilamar de la Costa', province: 'Tarragona', country: 'ES', zip: '43898' };

/** The parameters of a venue, without its texts. */
export function venueFacts({
  address,
  place: [geo_lat, geo_lng],
  phone,
  website,
  image,
  customFields,
}: DemoVenue): Parameters {
  return { ...TOWN, address, geo_lat, geo_lng, phone, website, image: sentImage(image), custom_fields: customFields };
}

/** The parameters of an organizer, without its texts. */
export function organizerFacts({ phone, email, website, image }: DemoOrganizer): Parameters {
  return { phone, email, website, image: sentImage(image) };
}

/** The parameters of an event, without its texts, its times and what it is linked to. */
export function eventFacts(event: DemoEvent): Parameters {
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

const sentImage = (image?: DemoImage) => image && { url: `${IMAGES}/${image.file}`, alt: image.alt };

/** Texts with the name under the parameter that brings it. */
export function named({ texts }: { texts: Translations<NamedTexts> }, parameter: string): Translations<Parameters> {
  const entries = Object.entries(texts).map(([language, { name, description }]) => [
    language,
    { [parameter]: name, description },
  ]);
  return Object.fromEntries(entries) as Translations<Parameters>;
}
