import { readFileSync } from 'node:fs';

/** An event of the published municipal agenda of Madrid, with the members that this program reads. */
export interface SourceEvent {
  readonly id: string;
  /** Text with HTML entities. */
  readonly title: string;
  /** HTML with its markup escaped twice. */
  readonly description: string;
  /** URL of a concept. The part after `actividades/` is the kind of activity. */
  readonly '@type'?: string;
  /** Free text. */
  readonly price: string;
  /** `YYYY-MM-DD HH:MM:SS.0` in Europe/Madrid. */
  readonly dtstart: string;
  readonly dtend: string;
  readonly link: string;
  /** Name of the venue. Empty if the event has none. */
  readonly 'event-location': string;
  readonly address?: {
    readonly area?: { readonly locality: string; readonly 'postal-code': string; readonly 'street-address': string };
  };
  readonly location?: { readonly latitude: number; readonly longitude: number };
  readonly organization?: { readonly 'organization-name': string };
}

/** Reads the published file: one JSON array of events. */
export const readAgenda = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as SourceEvent[];

/** Request body to create or update an event. Values of the source are unchanged, except escaped texts and categories. */
export function toEventRequest(source: SourceEvent) {
  const { 'event-location': venue, address, location, organization } = source;
  const area = address?.area;
  const venueFields = {
    venue,
    address: area?.['street-address'],
    zip: area?.['postal-code'],
    city: area?.locality,
    country: 'ES',
    geo_lat: location?.latitude,
    geo_lng: location?.longitude,
  };
  return {
    title: decodeEntities(source.title),
    slug: slugOf(source),
    description: decodeEntities(source.description),
    start_date: source.dtstart,
    end_date: source.dtend,
    timezone: 'Europe/Madrid',
    cost: source.price,
    website: source.link,
    ...(venue === '' ? {} : { venue: venueFields }),
    ...(organization && { organizer: { organizer: organization['organization-name'] } }),
    categories: categoriesOf(source),
    custom_fields: { source_id: source.id },
  };
}

/** Derived from the source id, which does not change, so that a later load finds the event. */
export const slugOf = ({ id }: SourceEvent): string => `madrid-${id}`;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes one level of HTML entities. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|([a-z]+));/g, (entity, code?: string, name = '') =>
    code === undefined ? (ENTITIES[name] ?? entity) : String.fromCodePoint(Number(code)),
  );

/** `…/actividades/Musica/JazzSoul` → `Musica`, `Jazz Soul`. */
function categoriesOf({ '@type': type = '' }: SourceEvent): string[] {
  const path = type.split('/actividades/')[1]?.split('/') ?? [];
  return path.map((name) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' '));
}
