import { htmlToPlainText } from '../../kernel/text/html-to-plain-text.js';
import { shorten } from '../../kernel/text/shorten.js';
import { LAST_MODIFIED_KEY, type EventView } from '../../events/dto/event.view.js';
import type { PageUrl } from '../public-page.js';
import { isReduced } from '../reduced-form.js';
import { contentLine, textLine } from './content-line.js';
import { dateTimeValue } from './date-values.js';
import { categoryLines, contactLines } from './event-links.js';
import { locationLines } from './event-location.js';
import { eventTimes } from './event-times.js';
import type { TimeZoneUses } from './time-zone-uses.js';

/** Options for the components of all events of a calendar. */
export interface EventComponentOptions {
  /** UUID of the database. It makes the identifiers of events globally unique. */
  readonly uuid: string;
  readonly pageUrl: PageUrl;
  /** The zones that the calendar describes. */
  readonly timeZones: TimeZoneUses;
  /** Maximum length of `DESCRIPTION`, in UTF-16 code units. */
  readonly maxDescriptionLength: number;
  /** Whether the description is written as HTML too. */
  readonly isStyled: boolean;
}

/**
 * An event as a `VEVENT`. The reduced form has none of the properties that the password protects.
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.6.1
 * @see https://www.rfc-editor.org/rfc/rfc7986#section-5
 */
export function eventComponent(event: EventView, options: EventComponentOptions): string {
  const { id, slug, ml_language: language } = event;
  const page = options.pageUrl({ id, slug, language });
  return [
    'BEGIN:VEVENT\r\n',
    revisionLines(event, options),
    eventTimes(event, options.timeZones),
    contentLine('STATUS', statusOf(event)),
    // A public agenda does not block the time of its readers.
    'TRANSP:TRANSPARENT\r\n',
    textLine('SUMMARY', event.title, { LANGUAGE: language }),
    isReduced(event) ? '' : detailLines(event, options, page),
    page === undefined ? '' : contentLine('URL', page),
    'END:VEVENT\r\n',
  ].join('');
}

/** Identity and revision. Without `METHOD`, `DTSTAMP` is the time of the last revision (RFC 5545, 3.8.7.2). */
function revisionLines(event: EventView, { uuid }: EventComponentOptions): string {
  const { date_utc: published, [LAST_MODIFIED_KEY]: modified } = event;
  const lastModified = `${dateTimeValue(modified)}Z`;
  return [
    contentLine('UID', `event-${event.id}@${uuid}`),
    contentLine('SEQUENCE', String(event.version - 1)),
    contentLine('DTSTAMP', lastModified),
    contentLine('LAST-MODIFIED', lastModified),
    published === null || isReduced(event) ? '' : contentLine('CREATED', `${dateTimeValue(published)}Z`),
  ].join('');
}

function statusOf({ event_status, status }: EventView): string {
  if (event_status === 'cancelled') return 'CANCELLED';
  return event_status === 'postponed' || status !== 'publish' ? 'TENTATIVE' : 'CONFIRMED';
}

function detailLines(event: EventView, options: EventComponentOptions, page: string | undefined): string {
  const { all_day: isAllDay, image, status } = event;
  return [
    isAllDay ? 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\r\n' : '',
    status === 'publish' ? '' : 'CLASS:PRIVATE\r\n',
    descriptionLines(event, options, page),
    locationLines(event),
    categoryLines(event),
    contactLines(event),
    image ? contentLine('IMAGE', image.url, { VALUE: 'URI', DISPLAY: 'FULLSIZE' }) : '',
  ].join('');
}

/** The description as plain text, otherwise the excerpt, and the address of the page. Outlook reads `X-ALT-DESC`. */
function descriptionLines(event: EventView, options: EventComponentOptions, page: string | undefined): string {
  const { description, excerpt, ml_language: language } = event;
  const maxLength = options.maxDescriptionLength;
  const end = page === undefined ? '' : `\n\n${page}`;
  const plainText = htmlToPlainText(description, maxLength) || htmlToPlainText(excerpt, maxLength);
  const text = `${shorten(plainText, maxLength - end.length)}${end}`.trim();
  const plain = text === '' ? '' : textLine('DESCRIPTION', text, { LANGUAGE: language });
  const isStyled = options.isStyled && description !== '';
  return isStyled ? plain + textLine('X-ALT-DESC', description, { FMTTYPE: 'text/html' }) : plain;
}
