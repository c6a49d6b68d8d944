import { ListEventsQuery } from '../events/dto/list-events.query.js';
import { fieldsOf, OmitFields } from '../kernel/schema/field.js';
import { KeywordField } from '../kernel/schema/fields.js';

/** Parameters of the pages: the filters of the list of events that visitors can use. Each page decides about period, size and order. */
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

const EMBED_VIEWS = ['list', 'month', 'day'] as const;

/** Parameters of a view for an iframe. */
export class EmbedQuery extends PageQuery {
  @KeywordField({ values: EMBED_VIEWS, default: 'list' })
  view!: (typeof EMBED_VIEWS)[number];

  @KeywordField({ values: ['auto', 'light', 'dark'], default: 'auto' })
  theme!: string;
}
