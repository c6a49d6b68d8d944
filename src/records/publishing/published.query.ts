import { may } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { PageQuery } from '../lists/page.query.js';
import { KeywordsField, SearchField } from '../../kernel/schema/fields.js';
import { STATUSES, type Status } from './publishing.columns.js';

/** Who edits nothing has nothing to look for but what everybody reads. A value that is no status is not judged: it is wrong. */
const asksForUnpublished = (statuses: unknown, principal: Principal): boolean =>
  !may(principal, 'edit') &&
  STATUSES.some((status) => status !== 'publish' && (statuses as readonly unknown[]).includes(status));

/** What the lists of events, venues and organizers have in common. */
export class PublishedQuery extends PageQuery {
  @SearchField()
  search?: string;

  @KeywordsField({ values: STATUSES, description: 'status_filter', reserved: asksForUnpublished })
  status?: Status[];
}
