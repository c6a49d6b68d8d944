import { isVisible } from './rights.js';
import { venueOrOrganizerView, termView, formatMoment, type View } from './record-views.js';
import { servedTextsOf, type ModelContext, type EventRecord } from './model-state.js';

/** 5.3: what also lists show of an event that has a password. */
export function scheduleView(asker: ModelContext, event: EventRecord): View {
  const instant = (moment: number) => `${formatMoment(moment).replace(' ', 'T')}+00:00`;
  return {
    title: servedTextsOf(asker, event).title,
    all_day: false,
    start_date: formatMoment(event.startsAt),
    end_date: formatMoment(event.endsAt),
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
export const PROTECTED_VIEW = {
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
export function unprotectedView(asker: ModelContext, event: EventRecord): View {
  const { parent, featured, hidden } = event;
  return {
    excerpt: servedTextsOf(asker, event).excerpt,
    ...NO_COST,
    ...NO_FLAGS,
    show_map: true,
    show_map_link: true,
    hide_from_listings: hidden,
    featured,
    post_parent: parent && isVisible(asker, parent) ? parent.id : null,
    categories: event.categories.map((each) => termView(asker, each)),
    tags: event.tags.map((each) => termView(asker, each)),
    venue: event.venue.filter((each) => isVisible(asker, each)).map((each) => venueOrOrganizerView(asker, each)),
    organizer: event.organizer
      .filter((each) => isVisible(asker, each))
      .map((each) => venueOrOrganizerView(asker, each)),
  };
}
