import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { RecordListQuery } from '../lists/base.query.js';
import { KeywordsField, SearchField } from '../../kernel/schema/fields.js';
import { STATUSES, type Status } from './publishing.columns.js';

/** Callers who cannot edit records may request only `publish`. Unknown statuses are another error. */
const isStatusFilterForbidden = (statuses: unknown, principal: Principal): boolean =>
  !hasPrivilege(principal, 'editRecords') &&
  STATUSES.some((status) => status !== 'publish' && (statuses as readonly unknown[]).includes(status));

/** Parameters of the lists of events, venues and organizers. */
export class PublishableListQuery extends RecordListQuery {
  @SearchField()
  search?: string;

  @KeywordsField({ values: STATUSES, description: 'status_filter', isForbidden: isStatusFilterForbidden })
  status?: Status[];
}
