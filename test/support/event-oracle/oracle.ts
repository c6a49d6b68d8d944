import { servedLanguage, type Language } from '../languages.js';
import { dateFilter, type ReferenceTime } from './dates.js';
import { hasFields, hasLinks, matchesLocation, invalidParameters } from './links.js';
import { sortEvents } from './sort-events.js';
import type { EventQuery } from './queries.js';
import { isListed, needsPrivilege, visibleEvent } from './rights.js';
import { folded, type Dataset, type DatasetEvent } from './dataset.js';

/** What a service is asked, when, and how it is configured. */
export interface OracleRequest extends ReferenceTime {
  readonly dataset: Dataset;
  readonly query: EventQuery;
  /** `DEFAULT_LANGUAGE` of the service. */
  readonly defaultLanguage: Language;
  /** When the query was first asked, in epoch seconds, where an address carries it on: its dates mean what they meant then. */
  readonly firstRequestedAt?: number;
}

/** What the contract has a list answer: all ids in their order, or a refusal with the parameters that it names. */
export type ExpectedResponse =
  | { readonly status: 200; readonly ids: readonly number[] }
  | { readonly status: 400 | 401 | 403; readonly names: readonly string[] };

type Condition = (event: DatasetEvent) => boolean;

/**
 * What the contract has a list of events answer, by going through all events one after the other. It is written from the
 * contract alone: where it differs from the service, one of the two has misread that.
 */
export function expectedResponse(request: OracleRequest): ExpectedResponse {
  const { query, dataset } = request;
  if (needsPrivilege(query)) return { status: query.reader === 'anonymous' ? 401 : 403, names: [] };
  const names = invalidParameters(request);
  if (names.length > 0) return { status: 400, names };
  const conditions = conditionsOf(request);
  const found = dataset.events.filter((event) => conditions.every((isMet) => isMet(event)));
  return { status: 200, ids: sortEvents(found, query, request.defaultLanguage).map(({ id }) => id) };
}

function conditionsOf(request: OracleRequest): Condition[] {
  const { query, zone, now, firstRequestedAt = now } = request;
  const { include } = query;
  return [
    (event) => isListed(event, request),
    // 7.8: ids take the place of dates.
    include ? ({ id }) => include.includes(id) : dateFilter(query, { zone, now: firstRequestedAt }),
    (event) => hasLanguages(event, request),
    (event) => {
      const shown = visibleEvent(event, request);
      return (
        hasWords(shown, request) &&
        hasLinks(shown, request) &&
        hasFields(shown, query) &&
        matchesLocation(shown, request)
      );
    },
  ];
}

/** 3.3, 3.11: that it has the language asked for, all that it must have, and none that it must lack. */
function hasLanguages({ texts }: DatasetEvent, { query, defaultLanguage }: OracleRequest): boolean {
  const { language, ml_fallback: fallback, ml_has_translation: has = [], ml_missing_translation: lacks = [] } = query;
  const needed = [...has, ...(fallback === 'none' ? [language?.asked ?? defaultLanguage] : [])];
  return needed.every((each) => each in texts) && !lacks.some((each) => each in texts);
}

/** 7.6: every word in one of the texts as served. */
function hasWords({ texts }: DatasetEvent, { query, defaultLanguage }: OracleRequest): boolean {
  const present = Object.keys(texts) as Language[];
  const served = texts[servedLanguage(query.language?.asked ?? defaultLanguage, present, defaultLanguage)];
  const all = [served?.title, served?.excerpt, served?.description].map((text = '') => folded(text));
  const words = folded(query.search ?? '').split(' ');
  return words.every((word) => all.some((text) => text.includes(word)));
}
