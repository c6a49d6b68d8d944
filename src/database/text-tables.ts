/** The tables of texts: whose they are, and by which text they are ordered. */
export const TEXT_TABLES = [
  { table: 'event_texts', record: 'event_id', records: 'events', heading: 'title' },
  { table: 'venue_texts', record: 'venue_id', records: 'venues', heading: 'name' },
  { table: 'organizer_texts', record: 'organizer_id', records: 'organizers', heading: 'name' },
  { table: 'category_texts', record: 'category_id', records: 'categories', heading: 'name' },
  { table: 'tag_texts', record: 'tag_id', records: 'tags', heading: 'name' },
] as const;

export type TextTable = (typeof TEXT_TABLES)[number];
