import type { DateBound } from '../kernel/time/date-bound.js';
import { DateBoundField, IntegerField } from '../kernel/schema/fields.js';

const MAX_PAGE = 100_000;

/** Selects the records of a part of the sitemap: events by their start, other records by the number of the part. */
export class SitemapQuery {
  @DateBoundField({ description: 'window.start_date' })
  start_date?: DateBound;

  @DateBoundField({ description: 'window.starts_before' })
  starts_before?: DateBound;

  @IntegerField({ min: 1, max: MAX_PAGE, default: 1 })
  page!: number;
}
