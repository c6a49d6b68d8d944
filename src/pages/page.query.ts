import { ListEventsQuery } from '../events/dto/list-events.query.js';
import { fieldsOf, OmitFields } from '../kernel/schema/field.js';
import { KeywordField } from '../kernel/schema/fields.js';
import type { PageContext } from './page-context.js';

/** Parameters of the pages: the filters of the list of events for visitors. Each page sets period, size and order. */
export class PageQuery extends OmitFields(ListEventsQuery, [
  'ml_language',
  'ml_fallback',
  'ml_has_translation',
  'ml_missing_translation',
  'per_page',
  'orderby',
  'order',
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'during',
  'strict_dates',
  'status',
  'author',
  'include',
  'hide_from_listings',
]) {}

/** The parameters of {@link PageQuery} that are kept across views and languages. */
export const FILTER_NAMES: readonly string[] = fieldsOf(PageQuery)
  .map(({ name }) => name)
  .filter((name) => name !== 'page' && name !== 'after');

/** The filters in the query of a page. */
export function filtersOf(values: ReadonlyMap<string, readonly string[]>): URLSearchParams {
  const entries = FILTER_NAMES.flatMap((name) =>
    [...(values.get(name) ?? []), ...(values.get(`${name}[]`) ?? [])].map((value) => [name, value]),
  );
  return new URLSearchParams(entries.filter(([, value]) => value?.trim()));
}

export class EmbedQuery extends PageQuery {
  @KeywordField({ values: ['list', 'month', 'day'], default: 'list' })
  view!: 'list' | 'month' | 'day';

  @KeywordField({ values: ['auto', 'light', 'dark'], default: 'auto' })
  theme!: string;
}

/** Parameters of the list of events that visitors cannot choose. */
export const LIST_DEFAULTS = {
  ml_fallback: 'record',
  strict_dates: false,
  orderby: 'start_date',
  order: 'asc',
} as const;

/** Query for the first events that have not ended. */
export const upcoming = (page: PageContext, query: PageQuery) => ({
  ...query,
  ...LIST_DEFAULTS,
  ends_after: { kind: 'now', epochSeconds: Math.floor(page.nowMs / 1000), relative: true } as const,
  per_page: eventsPerPage(page),
});

/** Events per page of the list. `MAX_PER_PAGE` may be lower. */
const EVENTS_PER_PAGE = 50;

export const eventsPerPage = ({ site }: PageContext): number =>
  Math.min(EVENTS_PER_PAGE, site.configuration.MAX_PER_PAGE);
