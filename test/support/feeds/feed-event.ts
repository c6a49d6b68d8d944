import { LAST_MODIFIED_KEY, type EventView } from '../../../src/events/dto/event.view.js';
import type { Language } from '../../../src/kernel/language/languages.js';
import type { OrganizerView } from '../../../src/organizers/dto/organizer.view.js';
import type { VenueView } from '../../../src/venues/dto/venue.view.js';

const API = 'https://agenda.example/calendar/events/v1';

/** Members of every record, in Catalan and Spanish. */
const record = (path: string, id: number, slug: string) => ({
  id,
  slug,
  description: '',
  url: `${API}/${path}/${id}`,
  rest_url: `${API}/${path}/${id}`,
  version: 1,
  ml_language: 'ca' as Language,
  ml_translations: Object.fromEntries(
    ['ca', 'es'].map((language) => [
      language,
      { slug: `${slug}-${language}`, rest_url: `${API}/${path}/${id}?ml_language=${language}` },
    ]),
  ),
});

const published = {
  author: 1,
  status: 'publish' as const,
  date: '2026-12-01 11:00:00',
  date_utc: '2026-12-01 10:00:00',
  modified: '2027-01-10 10:15:30',
  modified_utc: '2027-01-10 09:15:30',
  image: null,
  custom_fields: {},
};

/** A term in Catalan. */
export const term = (id: number, name: string) => ({
  ...record('categories', id, name.toLowerCase()),
  name,
  parent: null,
});

/** A venue with an address and coordinates. */
export const venue = (changes: Partial<VenueView> = {}): VenueView => ({
  ...record('venues', 5, 'teatre-fortuny'),
  ...published,
  venue: 'Teatre Fortuny',
  address: 'Plaça de Prim, 4',
  city: 'Reus',
  country: 'ES',
  province: 'Tarragona',
  state: null,
  stateprovince: 'Tarragona',
  zip: '43201',
  phone: null,
  website: null,
  geo_lat: 41.1553,
  geo_lng: 1.1087,
  show_map: true,
  show_map_link: true,
  ...changes,
});

/** An organizer with all contact data. */
export const organizer = (changes: Partial<OrganizerView> = {}): OrganizerView => ({
  ...record('organizers', 7, 'coral'),
  ...published,
  organizer: 'Coral & Cia',
  phone: '+34 977 010 010',
  website: 'https://coral.example/',
  email: 'info@coral.example',
  ...changes,
});

/** A concert without linked records, cost or image. */
export const feedEvent = (changes: Partial<EventView> = {}): EventView => ({
  ...record('events', 284, 'concert'),
  ...published,
  title: 'Concert de primavera',
  excerpt: '',
  all_day: false,
  start_date: '2027-03-08 19:00:00',
  end_date: '2027-03-08 21:00:00',
  starts_at: '2027-03-08T19:00:00+01:00',
  ends_at: '2027-03-08T21:00:00+01:00',
  timezone: 'Europe/Madrid',
  timezone_abbr: 'CET',
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: null,
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
  password_protected: false,
  post_parent: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  event_status: 'scheduled',
  attendance_mode: 'offline',
  online_url: null,
  previous_start_date: null,
  [LAST_MODIFIED_KEY]: '2027-01-10 09:15:30',
  ...changes,
});

/** The reduced form of a protected event (8.14): what a list serves to callers who may not edit it. */
export const reducedEvent = (): EventView =>
  feedEvent({ password_protected: true, attendance_mode: null, show_map: false, show_map_link: false });
