import type { Values } from './values.js';

/** Goals for the statements of a list. */
export interface ListGoals {
  /** Maximum ratio of page times between the largest and the smallest size. */
  readonly growth?: number;
  /** Maximum time of the total query in milliseconds. */
  readonly total?: number;
  /** Maximum time of all statements in milliseconds. */
  readonly all?: number;
}

/** A kind of list to measure. */
export interface ListKind {
  readonly name: string;
  /** Returns a path relative to the namespace. Its values, if it has any, change with each call. */
  readonly path: () => string;
  readonly goals: ListGoals;
  readonly asEditor?: boolean;
}

/** Goal for lists with pages that may take at most three times as long at the largest size. */
const SIZE_INDEPENDENT: ListGoals = { growth: 3 };
/** Goals with one filter, and without filters. */
const FILTERED: ListGoals = { total: 1000 };
const UNFILTERED: ListGoals = { total: 50 };
/** Lists of terms with an order or a filter that depends on all events. */
const DERIVED_FROM_EVENTS: ListGoals = { all: 600 };

/** Includes events outside the default window. */
const ALL_DATES = 'starts_after=1970-01-01';

/** All kinds of lists, with values of a database. */
export function listKinds(values: Values): ListKind[] {
  return [...eventLists(values), ...eventOrders(values), ...venueAndOrganizerLists(values), ...termLists(values)];
}

const kind = (name: string, path: () => string, goals: ListGoals = {}): ListKind => ({ name, path, goals });

/** Event lists in the default order, with a random first day. */
function eventLists({ category, tag, venue, organizer, parent, word, letters, point, day }: Values): ListKind[] {
  const list = (name: string, filters: () => string, goals: ListGoals = { ...SIZE_INDEPENDENT, ...FILTERED }) =>
    kind(`events, ${name}`, () => `events?start_date=${day()}${filters()}`, goals);
  const editorList = (name: string, filters: string) => ({ ...list(name, () => filters, FILTERED), asEditor: true });
  return [
    list('default', () => '', { ...SIZE_INDEPENDENT, ...UNFILTERED }),
    list('category', () => `&categories=${category()}`),
    list('tag', () => `&tags=${tag()}`),
    list('venue', () => `&venue=${venue()}`),
    list('organizer', () => `&organizer=${organizer()}`),
    list('featured', () => '&featured=true'),
    list('ticketed', () => '&ticketed=true'),
    list('post_parent', () => `&post_parent=${parent()}`),
    list('near a point', () => `&${point()}`),
    list('geoloc=true', () => '&geoloc=true'),
    list('geoloc=false', () => '&geoloc=false'),
    list('search', () => `&search=${word()}`),
    list('search, two words', () => `&search=${word()}+${word()}`),
    list('search, two letters', () => `&search=${letters()}`, FILTERED),
    list('category + search', () => `&categories=${category()}&search=${word()}`, SIZE_INDEPENDENT),
    list('ml_missing_translation', () => '&ml_missing_translation=es', FILTERED),
    list('ml_fallback=none', () => '&ml_fallback=none&ml_language=ca', FILTERED),
    editorList('status, for editors', '&status=draft,pending'),
    editorList('hidden too, for editors', '&hide_from_listings=any'),
  ];
}

function eventOrders({ day, word, id }: Values): ListKind[] {
  const orderedList = (orderby: string, goals?: ListGoals) =>
    kind(`events, by ${orderby}`, () => `events?start_date=${day()}&orderby=${orderby}`, goals);
  const orders = ['end_date', 'date', 'modified', 'id'].map((orderby) => orderedList(orderby));
  return [
    orderedList('title', SIZE_INDEPENDENT),
    ...orders,
    kind('events, search, all, by title', () => `events?${ALL_DATES}&orderby=title&search=${word()}`),
    kind('events, running or to come', () => `events?ends_after=${day()}`),
    kind('events, during a day', () => `events?during=${day()}`),
    kind('events, during a year', () => `events?during=${day()}/%2B12%20months`),
    kind('events, page 700 of all', () => `events?${ALL_DATES}&starts_before=2100-01-${day().slice(-2)}&page=700`),
    kind('events, include', () => `events?include=${id()},${id()},${id()}`),
  ];
}

function venueAndOrganizerLists({ word, letters, id }: Values): ListKind[] {
  return ['venues', 'organizers'].flatMap((kindPath) => {
    const list = (name: string, query: () => string) => kind(`${kindPath}, ${name}`, () => `${kindPath}?${query()}`);
    return [
      list('default', () => `per_page=${10 + Math.floor(Math.random() * 10)}`),
      list('search', () => `search=${word()}`),
      list('search, two letters', () => `search=${letters()}`),
      list('by name', () => 'orderby=name'),
      list('event', () => `event=${id()}`),
      list('has_events=true', () => 'has_events=true'),
      list('has_events=false', () => 'has_events=false'),
      list('only_with_upcoming', () => 'only_with_upcoming=true'),
    ];
  });
}

function termLists({ letters, id }: Values): ListKind[] {
  return ['categories', 'tags'].flatMap((kindPath) => {
    const list = (name: string, query: () => string, goals?: ListGoals) =>
      kind(`${kindPath}, ${name}`, () => `${kindPath}?${query()}`, goals);
    return [
      list('hide_empty', () => 'hide_empty=true', DERIVED_FROM_EVENTS),
      list('hide_empty=false', () => 'hide_empty=false'),
      list('by count', () => 'orderby=count', DERIVED_FROM_EVENTS),
      list('search', () => `search=${letters()}`),
      list('event', () => `event=${id()}`),
    ];
  });
}
