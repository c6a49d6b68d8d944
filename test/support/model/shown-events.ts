import { isSeen } from './rights.js';
import { shownPlace, shownTerm, written, type Shown } from './shown-records.js';
import { textsFor, type Asker, type EventRecord } from './world.js';

/** 5.3: what also lists show of an event that has a password. */
export function shownSchedule(asker: Asker, event: EventRecord): Shown {
  const instant = (moment: number) => `${written(moment).replace(' ', 'T')}+00:00`;
  return {
    title: textsFor(asker, event).heading,
    all_day: false,
    start_date: written(event.startsAt),
    end_date: written(event.endsAt),
    starts_at: instant(event.startsAt),
    ends_at: instant(event.endsAt),
    timezone: 'UTC',
    timezone_abbr: 'UTC',
    password_protected: event.password !== null,
  };
}

const NO_COST = {
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
};
const NO_FLAGS = {
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
};

/** 8.14: everything else is empty. */
export const SEALED = {
  description: '',
  excerpt: '',
  website: null,
  image: null,
  custom_fields: {},
  ...NO_COST,
  ...NO_FLAGS,
  post_parent: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
};

/** 5.3, 8.8, 8.9: the whole event, its links as far as who asks may read them. */
export function shownWhole(asker: Asker, event: EventRecord): Shown {
  const { parent, featured, hidden } = event;
  return {
    excerpt: textsFor(asker, event).excerpt,
    ...NO_COST,
    ...NO_FLAGS,
    show_map: true,
    show_map_link: true,
    hide_from_listings: hidden,
    featured,
    post_parent: parent && isSeen(asker, parent) ? parent.id : null,
    categories: event.categories.map((each) => shownTerm(asker, each)),
    tags: event.tags.map((each) => shownTerm(asker, each)),
    venue: event.venue.filter((each) => isSeen(asker, each)).map((each) => shownPlace(asker, each)),
    organizer: event.organizer.filter((each) => isSeen(asker, each)).map((each) => shownPlace(asker, each)),
  };
}
