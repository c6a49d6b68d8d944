import type { Language } from '../../kernel/language/languages.js';
import { LAST_MODIFIED_KEY, type EventView } from '../../events/dto/event.view.js';
import type { PageUrl } from '../public-page.js';
import { atomEntry, toRfc3339 } from './atom-entry.js';
import { derivedUuid } from './derived-uuid.js';
import { xml } from '../../kernel/text/xml.js';

/** Properties of a page of an Atom feed, without its events. */
export interface AtomFeed {
  /** Name of the calendar. It is also the author of events without an organizer. */
  readonly name: string;
  /** UUID of the database. The ids of feed and entries are derived from it. */
  readonly uuid: string;
  /** The requested language. */
  readonly language: Language;
  /** Address of this page, with its filters and `ml_language`. */
  readonly selfUrl: string;
  /** Address of the next page, if there is one. */
  readonly nextUrl?: string | undefined;
  readonly pageUrl: PageUrl;
}

/** Modification date of a feed without events. Atom requires one. */
const NEVER = '1970-01-01 00:00:00';
const PAGING_PARAMETERS = ['after', 'per_page'];

/**
 * Writes a page of events as an Atom feed.
 * @see https://www.rfc-editor.org/rfc/rfc4287
 * @see https://www.rfc-editor.org/rfc/rfc5005#section-3
 */
export function atomFeed(feed: AtomFeed, events: readonly EventView[]): string {
  const { name, uuid, language, selfUrl, nextUrl } = feed;
  const modified = events.map((event) => event[LAST_MODIFIED_KEY]).reduce(later, NEVER);
  const elements = [
    xml`<id>urn:uuid:${derivedUuid(uuid, filtersOf(selfUrl))}</id>`,
    xml`<title>${name}</title>`,
    xml`<updated>${toRfc3339(modified)}</updated>`,
    xml`<author><name>${name}</name></author>`,
    xml`<link rel="self" type="application/atom+xml" href="${selfUrl}"/>`,
    nextUrl === undefined ? undefined : xml`<link rel="next" type="application/atom+xml" href="${nextUrl}"/>`,
    ...events.map((event) => atomEntry(feed, event)),
  ];
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="${language}">
${elements}
</feed>
`.source;
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** The filters of a feed. They identify it, because its origin can change and all its pages have the same id. */
function filtersOf(selfUrl: string): string {
  const { searchParams } = new URL(selfUrl);
  for (const name of PAGING_PARAMETERS) searchParams.delete(name);
  searchParams.sort();
  return `events?${searchParams.toString()}`;
}
