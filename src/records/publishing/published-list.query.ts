import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { RecordListQuery } from '../lists/page.query.js';
import { KeywordsField, SearchField } from '../../kernel/schema/fields.js';
import { STATUSES, type Status } from './publishing.columns.js';

/** Who edits nothing has nothing to look for but what everybody reads. A value that is no status is not judged: it is wrong. */
const requestsUnpublished = (statuses: unknown, principal: Principal): boolean =>
  !hasPrivilege(principal, 'editRecords') &&
  STATUSES.some((status) => status !== 'publish' && (statuses as readonly unknown[]).includes(status));

/** What the lists of events, venues and organizers have in common. */
export class PublishedListQuery extends RecordListQuery {
  @SearchField()
  search?: string;

  @KeywordsField({ values: STATUSES, description: 'status_filter', isForbidden: requestsUnpublished })
  status?: Status[];
}
