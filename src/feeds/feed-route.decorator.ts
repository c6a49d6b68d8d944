import { applyDecorators, Get } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../kernel/errors/error-codes.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { FEED_EXAMPLES } from './feed-examples.js';
import { AlternateOf, type Alternate } from '../http/routes/alternate.decorator.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import {
  headerReferences,
  operationDocs,
  RATE_LIMIT_HEADERS,
  type DocumentedHeader,
} from '../http/routes/operation-docs.js';
import { conditionalReadDocs, pathParametersDocs, queryParameterDocs } from '../http/routes/parameter-docs.js';
import { PAGE_HEADERS, problemDocs } from '../http/routes/record-route.decorators.js';
import { Cached } from '../http/routes/response-storage.decorators.js';

const CALENDAR: Alternate = { mediaType: 'text/calendar', suffix: '.ics' };
const ATOM: Alternate = { mediaType: 'application/atom+xml', suffix: '.atom' };
const JSON_LD: Alternate = { mediaType: 'application/ld+json', suffix: '.jsonld' };

/** Formats by the name in operation ids, such as `listEventsAsCalendar`. */
const FORMATS = { Calendar: CALENDAR, Atom: ATOM, JsonLd: JSON_LD } as const;
type FormatName = keyof typeof FORMATS;

/** `GET` of the list of events in another format. */
export const ListAs = (format: FormatName) =>
  feedRoute(EVENT.plural, `listEventsAs${format}`, format, [
    'unauthorized',
    'forbidden',
    ...(format === 'JsonLd' ? (['page_not_found'] as const) : []),
  ]);

const READ_PROBLEMS: readonly ErrorCode[] = [
  'translation_not_found',
  'event_not_found',
  'event_in_trash',
  'event_password_required',
];

/** `GET` of one event in another format. */
export const ReadAs = (format: FormatName, path: ':id' | 'by-slug/:slug') =>
  feedRoute(`${EVENT.plural}/${path}`, `getEventAs${format}${path === ':id' ? '' : 'BySlug'}`, format, READ_PROBLEMS);

function feedRoute(
  resourcePath: string,
  operationId: string,
  format: FormatName,
  codes: readonly ErrorCode[],
): MethodDecorator {
  const isList = resourcePath === EVENT.plural;
  const path = `${resourcePath}${FORMATS[format].suffix}`;
  const headers: readonly DocumentedHeader[] = [
    'Content-Location',
    ...(format === 'Calendar' ? (['Content-Disposition'] as const) : []),
    ...(isList && format === 'JsonLd' ? PAGE_HEADERS : []),
  ];
  return applyDecorators(
    Get(path),
    Public(),
    Cached(),
    AlternateOf(FORMATS[format]),
    operationDocs(operationId, operationId.replace('BySlug', '')),
    pathParametersDocs(path, EVENT),
    queryParameterDocs,
    conditionalReadDocs(...headers),
    responseDocs(format, isList, headers),
    problemDocs('invalid_parameter', ...codes),
  );
}

function responseDocs(format: FormatName, isList: boolean, headers: readonly DocumentedHeader[]): MethodDecorator {
  const schema = { type: format === 'JsonLd' ? 'object' : 'string' };
  const example = FEED_EXAMPLES[format][isList ? 'list' : 'event'];
  return ApiResponse({
    status: 200,
    description: 'operations.responses.feed',
    content: { [FORMATS[format].mediaType]: { schema, examples: { example: { value: example } } } },
    headers: headerReferences('Content-Language', 'ETag', ...RATE_LIMIT_HEADERS, ...headers),
  });
}
