import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES } from '../../support/languages/languages.js';
import { DATE_FILTERS } from '../dates.js';
import { isTermKind } from '../records.js';
import type { AnyRecord, KindName, ModelContext, ModelState, User } from '../records.js';
import { describeRequest, type LanguageSource, type ModelRequest } from '../requests.js';
import { canEditAll, canEditAny, STATUSES } from '../rights.js';
import { circles, ids, parentsIn, type Scope, searches, slugNames, termNames, UNKNOWN_IDS } from './references.js';
import { dates, periods } from './dates.js';
import { ALL_TIMES, combine, flag, hasParameter, list, NOTHING, optional, plain, withSpellings } from './parameters.js';
import type { Part } from './parameters.js';

/** Weights for omitting each date and each other filter. Including one has the weight 1. */
export interface QueryMix {
  readonly date: number;
  readonly filter: number;
  /** Whether `parameterIndex` selects a date or a filter, which every request then sends. Only events have dates. */
  readonly required: 'date' | 'filter';
}
export const DATE_MIX: QueryMix = { date: 2, filter: 40, required: 'date' };
export const FILTER_MIX: QueryMix = { date: 10, filter: 12, required: 'filter' };
export const FULL_MIX: QueryMix = { date: 4, filter: 9, required: 'date' };
/** Mostly filters, for callers with records of their own. */
export const OWNER_MIX: QueryMix = { date: 40, filter: 12, required: 'filter' };
/** Few dates. For filters that many records meet. */
export const COMMON_MIX: QueryMix = { date: 20, filter: 9, required: 'filter' };
/** Mostly dates, so that the lists are long. */
export const WALK_MIX: QueryMix = { date: 3, filter: 20, required: 'date' };
export const COMMAND_MIX: QueryMix = { date: 12, filter: 5, required: 'filter' };

/**
 * Requests for the list of a kind. One in eight may reference records that the caller cannot read.
 * @param options callers, and records that filters reference; default: all. `parameterIndex` selects a parameter that
 * every request sends; default: none
 */
export function listRequests(
  state: ModelState,
  kind: KindName,
  mix: QueryMix,
  options: {
    readonly users?: readonly User[];
    readonly records?: readonly AnyRecord[];
    readonly parameterIndex?: number;
  } = {},
): Arbitrary<ModelRequest> {
  const { users = state.users, records = state.records, parameterIndex = NaN } = options;
  return fc
    .record({
      user: fc.constantFrom(...users),
      requestedLanguage: fc.constantFrom(...LANGUAGES),
      source: fc.constantFrom<LanguageSource[]>('query', 'segment', 'header', 'default'),
      allowsUnreadable: fc.integer({ min: 1, max: 8 }).map((value) => value === 8),
    })
    .chain(({ user, requestedLanguage, source, allowsUnreadable }) => {
      const language = source === 'default' ? state.defaultLanguage : requestedLanguage;
      const context: ModelContext = { state, user, language, isExplicit: source === 'query' || source === 'segment' };
      const base = { ...context, source, verb: 'list', kind, address: { id: 0 }, fields: {} } as const;
      return parameters({ context, records, allowsUnreadable }, kind, { ...mix, parameterIndex }).map((chosen) => {
        const request: ModelRequest = { ...base, ...chosen };
        return { ...request, [fc.toStringMethod]: () => describeRequest(request) };
      });
    });
}

function parameters(
  scope: Scope,
  kind: KindName,
  { date, filter, required, parameterIndex }: QueryMix & { parameterIndex: number },
): Part {
  const filters = isTermKind(kind)
    ? termFilters(scope, kind)
    : kind === 'event'
      ? eventFilters(scope)
      : venueOrOrganizerFilters(scope, kind);
  const { state } = scope.context;
  const dateParts =
    kind === 'event' ? [...DATE_FILTERS.map(dates(state, scope.records)), periods(state, scope.records)] : [];
  const parts = [
    ...optionalExcept(required === 'date' ? parameterIndex : NaN, dateParts, date),
    ...optionalExcept(required === 'filter' ? parameterIndex : NaN, [...filters, ...commonFilters], filter),
    ...paging(scope.allowsUnreadable),
    ...(kind === 'event' ? [optional(flag('strict_dates'), 1)] : []),
    optional(orders(kind), 1),
    optional(directions, 1),
  ];
  return fc.tuple(fc.tuple(...parts), fc.boolean(), ignoredParameters).map(([values, hasAllTimes, ignored]) => {
    const chosen =
      scope.allowsUnreadable || !hasParameter(values, 'near')
        ? values
        : values.filter(({ query }) => query.geoloc !== false);
    const hasDates = [...DATE_FILTERS, 'during' as const].some((name) => hasParameter(chosen, name));
    return combine([...chosen, ...(kind === 'event' && hasAllTimes && !hasDates ? [ALL_TIMES] : [])], ignored);
  });
}

/** Makes all parts optional except the one at `parameterIndex`, modulo their number. With NaN, all are optional. */
const optionalExcept = (parameterIndex: number, parts: readonly Part[], omitWeight: number): Part[] =>
  parts.map((part, index) => (index === parameterIndex % parts.length ? part : optional(part, omitWeight)));

const ignoredParameters = fc.subarray(
  ['venue=', 'tags=', 'start_date=', 'search=', 'featured=', 'password=open', 'unknown=1'],
  { maxLength: 2 },
);

const commonFilters: readonly Part[] = [
  plain('ml_fallback', fc.constantFrom('record', 'none')),
  list('ml_has_translation', fc.constantFrom(...LANGUAGES), 2),
  list('ml_missing_translation', fc.constantFrom(...LANGUAGES), 2),
];

const paging = (allowsUnreadable: boolean): Part[] => [
  optional(
    fc.oneof(
      plain('page', fc.integer({ min: 1, max: 6 })),
      allowsUnreadable ? withSpellings('page', NaN, '0', 'x') : fc.constant(NOTHING),
    ),
    4,
  ),
  optional(
    plain(
      'per_page',
      fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 25 }) }, fc.constantFrom(50, 51, 1000)),
    ),
    1,
  ),
];

const ORDERS = {
  event: ['start_date', 'end_date', 'title', 'date', 'modified', 'id'],
  venue: ['date', 'name', 'modified', 'id'],
  term: ['name', 'id', 'slug', 'count', 'description', 'include'],
} as const;
const orders = (kind: KindName): Part =>
  plain('orderby', fc.constantFrom(...ORDERS[isTermKind(kind) ? 'term' : kind === 'event' ? 'event' : 'venue']));
const directions = fc.oneof(
  withSpellings('order', 'asc', 'asc', 'ASC', 'ascending'),
  withSpellings('order', 'desc', 'desc', 'Desc', 'descending', 'DESCENDING'),
);

function publishedFilters({ context, allowsUnreadable }: Scope, ...search: Arbitrary<string>[]): Part[] {
  const userIds = context.state.users.flatMap(({ id }) => id || []);
  const statuses = [...STATUSES, ...(allowsUnreadable ? ['nonsense'] : [])];
  return [
    list('status', fc.constantFrom(...(allowsUnreadable || canEditAny(context) ? statuses : ['publish'])), 3),
    list('author', fc.constantFrom(...userIds, ...(allowsUnreadable ? UNKNOWN_IDS : []))),
    ...search.map((words) => plain('search', words)),
  ];
}

function eventFilters(scope: Scope): Part[] {
  const visible = withSpellings('hide_from_listings', 'false', 'false', 'no', '0');
  const hidden = [
    withSpellings('hide_from_listings', 'true', 'true', '1', 'YES', 'on'),
    withSpellings('hide_from_listings', 'any', 'any', 'ANY'),
  ];
  return [
    ...publishedFilters(scope, searches(scope, 'event')),
    list('categories', termNames(scope, 'category')),
    list('tags', termNames(scope, 'tag')),
    list('venue', ids(scope, 'venue')),
    list('organizer', ids(scope, 'organizer')),
    list('include', fc.oneof({ weight: 20, arbitrary: ids(scope, 'event') }, fc.constantFrom(...UNKNOWN_IDS)), 30),
    flag('free'),
    flag('featured'),
    flag('ticketed'),
    list('event_status', fc.constantFrom('scheduled', 'cancelled', 'postponed', 'rescheduled')),
    list('attendance_mode', fc.constantFrom('offline', 'online', 'mixed')),
    flag('geoloc'),
    circles(scope.context.state),
    plain('post_parent', ids({ ...scope, records: parentsIn(scope) }, 'event')),
    fc.oneof(visible, ...(scope.allowsUnreadable || canEditAll(scope.context) ? hidden : [])),
  ];
}

function venueOrOrganizerFilters(scope: Scope, kind: KindName): Part[] {
  return [
    ...publishedFilters(scope, searches(scope, kind)),
    plain('event', ids(scope, 'event')),
    flag('has_events'),
    flag('only_with_upcoming'),
    list('include', fc.oneof({ weight: 20, arbitrary: ids(scope, kind) }, fc.constantFrom(...UNKNOWN_IDS)), 30),
  ];
}

function termFilters(scope: Scope, kind: KindName): Part[] {
  const slugs = fc.constantFrom(...slugNames(scope, kind), 'MUSICA', 'no-such');
  return [
    plain('search', searches(scope, kind)),
    list('include', ids(scope, kind), 20),
    list('exclude', fc.oneof({ weight: 4, arbitrary: ids(scope, kind) }, fc.constantFrom(...UNKNOWN_IDS)), 9),
    plain('parent', fc.oneof(fc.constant(0), kind === 'tag' ? fc.constant(7) : ids(scope, 'category'))),
    plain('event', ids(scope, 'event')),
    plain('post', ids(scope, 'event')),
    plain(
      'slug',
      fc.oneof(
        slugs,
        slugs.map((slug) => slug.toUpperCase()),
      ),
    ),
    // Mostly `false`, because most terms are empty for the anonymous caller.
    fc.oneof(withSpellings('hide_empty', false, 'false', 'no'), flag('hide_empty')),
  ];
}
