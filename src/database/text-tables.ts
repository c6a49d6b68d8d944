/** The tables of texts: whose they are, by which text they are ordered, and whether words are looked for in them. */
export const TEXT_TABLES = [
  { table: 'event_texts', record: 'event_id', records: 'events', heading: 'title', searched: true },
  { table: 'venue_texts', record: 'venue_id', records: 'venues', heading: 'name', searched: true },
  { table: 'organizer_texts', record: 'organizer_id', records: 'organizers', heading: 'name', searched: true },
  { table: 'category_texts', record: 'category_id', records: 'categories', heading: 'name', searched: false },
  { table: 'tag_texts', record: 'tag_id', records: 'tags', heading: 'name', searched: false },
] as const;

export type TextTable = (typeof TEXT_TABLES)[number];
