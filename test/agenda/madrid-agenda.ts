import { readFileSync } from 'node:fs';

/** An event of the published municipal agenda of Madrid, with the members that the loader reads. */
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

/** Request body to create or update an event. */
export interface EventRequest {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly cost: string;
  readonly website: string;
  readonly venue?: Readonly<Record<string, string | number | undefined>>;
  readonly organizer?: Readonly<Record<string, string>>;
  readonly categories: readonly string[];
  readonly custom_fields: { readonly source_id: string };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Reads the published file. */
export function readAgenda(file: string): SourceEvent[] {
  return JSON.parse(readFileSync(file, 'utf8')) as SourceEvent[];
}

/** Converts a source event into a request body. Values are sent unchanged where the service accepts them. */
export function toEventRequest(source: SourceEvent): EventRequest {
  return {
    title: decodeEntities(source.title),
    slug: slugOf(source),
    description: decodeEntities(source.description),
    start_date: source.dtstart,
    end_date: source.dtend,
    timezone: 'Europe/Madrid',
    cost: source.price,
    website: source.link,
    ...(source['event-location'] ? { venue: venueOf(source) } : {}),
    ...(source.organization ? { organizer: { organizer: source.organization['organization-name'] } } : {}),
    categories: categoriesOf(source),
    custom_fields: { source_id: source.id },
  };
}

/** Slug of an event. It is derived from the source id, which does not change, so that a later load finds the event. */
export const slugOf = ({ id }: SourceEvent): string => `madrid-${id}`;

/** Decodes one level of HTML entities. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|([a-z]+));/g, (entity, code?: string, name = '') =>
    code === undefined ? (ENTITIES[name] ?? entity) : String.fromCodePoint(Number(code)),
  );
}

function venueOf({ 'event-location': venue, address, location }: SourceEvent) {
  const area = address?.area;
  const addressFields = {
    address: area?.['street-address'],
    zip: area?.['postal-code'],
    city: area?.locality,
    country: 'ES',
  };
  return { venue, ...addressFields, geo_lat: location?.latitude, geo_lng: location?.longitude };
}

/** `…/actividades/Musica/JazzSoul` → `Musica`, `Jazz Soul`. */
function categoriesOf({ '@type': type = '' }: SourceEvent): string[] {
  const path = type.split('/actividades/')[1]?.split('/') ?? [];
  return path.map((name) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' '));
}
