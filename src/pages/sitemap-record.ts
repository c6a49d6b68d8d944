import type { RecordView } from '../records/views/record.view.js';

/** A record as the sitemap lists it. */
export interface SitemapRecord extends Pick<RecordView, 'ml_translations'> {
  /** Categories and tags have none. */
  readonly modified_utc?: string;
}

/** Records of a part of the sitemap. With an address per language, it has fewer than the 50,000 addresses that are allowed. */
export const RECORDS_PER_PART = 5000;
