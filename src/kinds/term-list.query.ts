import { RecordListQuery } from '../records/lists/base.query.js';
import { EVENT } from './calendar-kinds.js';
import {
  BooleanField,
  DirectionField,
  IdField,
  IdsField,
  KeywordField,
  TextField,
  VerbatimField,
  type SortDirection,
} from '../kernel/schema/fields.js';
import { MAX_SLUG_LENGTH } from '../kernel/text/slugify.js';

/** Sort orders of categories and tags. */
const TERM_SORT_NAMES = ['name', 'id', 'slug', 'count', 'description', 'include'] as const;
export type TermSortName = (typeof TERM_SORT_NAMES)[number];

/** Common parameters of the lists of categories and tags. */
export abstract class TermListQuery extends RecordListQuery {
  @TextField({ description: 'terms_search', sample: 'examples.category.name' })
  search?: string;

  /** Ids of existing records. Each kind declares the field with its own reference. */
  abstract include?: number[];

  @IdsField()
  exclude?: number[];

  @VerbatimField({ maxLength: MAX_SLUG_LENGTH, description: 'slug_filter', sample: 'examples.category.slug' })
  slug?: string;

  @IdField({ references: EVENT, min: 1, description: 'terms_of_event' })
  event?: number;

  @IdField({ references: EVENT, min: 1, ignoredWith: 'event' })
  post?: number;

  @BooleanField({ default: true })
  hide_empty!: boolean;

  @KeywordField({ values: TERM_SORT_NAMES, default: 'name', description: 'terms_orderby' })
  orderby!: TermSortName;

  @DirectionField({ default: 'asc' })
  order!: SortDirection;
}
