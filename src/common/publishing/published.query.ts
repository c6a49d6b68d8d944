import { PageQuery } from '../pagination/page.query.js';
import { KeywordsField, SearchField } from '../validation/fields.js';
import { STATUSES, type Status } from './publishing.columns.js';

/** Whether a list of statuses asks for more than what everybody reads. A value that is none is not judged: it is wrong. */
const asksForUnpublished = (statuses: unknown): boolean =>
  STATUSES.some((status) => status !== 'publish' && (statuses as readonly unknown[]).includes(status));

/** What the lists of events, venues and organizers have in common. */
export class PublishedQuery extends PageQuery {
  @SearchField()
  search?: string;

  @KeywordsField({ values: STATUSES, description: 'status_filter', reserved: asksForUnpublished })
  status?: Status[];
}
