import type { DemoEvent, DemoImage, DemoOrganizer, DemoVenue, NamedTexts, Translations } from './demo-records.js';
import type { WireInput } from './demo-writer.js';

const IMAGES = 'https://agenda.example/images';
const TOWN = { city: 'Vilamar de la Costa', province: 'Tarragona', country: 'ES', zip: '43898' };

/** The parameters of a venue, without its texts. */
export function venueInput({
  address,
  coordinates: [geo_lat, geo_lng],
  phone,
  website,
  image,
  customFields,
}: DemoVenue): WireInput {
  return { ...TOWN, address, geo_lat, geo_lng, phone, website, image: imageInput(image), custom_fields: customFields };
}

/** The parameters of an organizer, without its texts. */
export function organizerInput({ phone, email, website, image }: DemoOrganizer): WireInput {
  return { phone, email, website, image: imageInput(image) };
}

/** The parameters of an event, without its texts, its times and what it is linked to. */
export function eventInput(event: DemoEvent): WireInput {
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
    image: imageInput(event.image),
  };
}

const imageInput = (image?: DemoImage) => image && { url: `${IMAGES}/${image.file}`, alt: image.alt };

/** Texts with the name under the parameter that brings it. */
export function withNameParameter(
  { texts }: { texts: Translations<NamedTexts> },
  parameter: string,
): Translations<WireInput> {
  const entries = Object.entries(texts).map(([language, { name, description }]) => [
    language,
    { [parameter]: name, description },
  ]);
  return Object.fromEntries(entries) as Translations<WireInput>;
}
