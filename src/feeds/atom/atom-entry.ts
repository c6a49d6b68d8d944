import type { Language } from '../../kernel/language/languages.js';
import { htmlToText } from '../../kernel/text/rich-text.js';
import { shorten } from '../../kernel/text/shorten.js';
import type { LocalDateTime } from '../../kernel/time/local-time.js';
import { LAST_MODIFIED_KEY, type EventView } from '../../events/dto/event.view.js';
import type { PageUrl } from '../public-page.js';
import { isReduced } from '../reduced-form.js';
import { datesInWords } from './dates-in-words.js';
import { derivedUuid } from './derived-uuid.js';
import { xml, type Xml } from '../../kernel/text/xml.js';

const MAX_SUMMARY_LENGTH = 500;

/** Writes an event as an entry. RFC 4287 requires a link to a page or content, so there is content even if it is empty. */
export function atomEntry(
  { uuid, pageUrl }: { readonly uuid: string; readonly pageUrl: PageUrl },
  event: EventView,
): Xml {
  const { id, slug, ml_language: language, date_utc: published } = event;
  const page = pageUrl({ id, slug, language });
  const elements = [
    xml`<id>urn:uuid:${derivedUuid(uuid, `event-${id}`)}</id>`,
    xml`<title>${event.title}</title>`,
    published === null || isReduced(event) ? undefined : xml`<published>${toRfc3339(published)}</published>`,
    xml`<updated>${toRfc3339(event[LAST_MODIFIED_KEY])}</updated>`,
    page === undefined
      ? undefined
      : xml`<link rel="alternate" type="text/html" hreflang="${language}" href="${page}"/>`,
    ...authors(event),
    ...categories(event),
    xml`<summary>${summary(event)}</summary>`,
    xml`<content type="html">${event.description}</content>`,
    point(event),
  ];
  return xml`<entry xml:lang="${language}">
${elements}
</entry>`;
}

/** Formats a time in UTC. */
export const toRfc3339 = (utc: LocalDateTime): string => `${utc.replace(' ', 'T')}Z`;

const authors = ({ organizer, ml_language }: EventView): Xml[] =>
  organizer.map((each) => xml`<author${languageOf(each, ml_language)}><name>${each.organizer}</name></author>`);

const categories = ({ categories, tags, ml_language }: EventView): Xml[] =>
  [...categories, ...tags].map(
    (term) => xml`<category${languageOf(term, ml_language)} term="${term.slug}" label="${term.name}"/>`,
  );

/** The language of an embedded record, if it is not that of its event. */
const languageOf = (record: { readonly ml_language: Language }, eventLanguage: Language): Xml =>
  record.ml_language === eventLanguage ? xml`` : xml` xml:lang="${record.ml_language}"`;

function summary(event: EventView): string {
  const dates = datesInWords(event);
  const text = htmlToText(event.excerpt) || htmlToText(event.description);
  return text === '' ? dates : `${dates}. ${shorten(text, MAX_SUMMARY_LENGTH - dates.length - 2)}`;
}

/** The location of the first venue that has coordinates (https://www.ogc.org/standard/georss/). */
function point({ venue }: EventView): Xml | undefined {
  const located = venue.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null);
  return located && xml`<georss:point>${String(located.geo_lat)} ${String(located.geo_lng)}</georss:point>`;
}
