import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { USER_REFERENCE_TARGET } from '../../records/types/record-kinds.js';
import { PaginationQuery } from '../../records/lists/base.query.js';
import { IdField } from '../../kernel/schema/fields.js';

/** Whether the caller may not access the tokens of the user in the parameter. A value that is not an id fails validation instead. */
export const isForbiddenTokenOwner = (value: unknown, principal: Principal): boolean =>
  typeof value === 'number' && value !== principal.id && !hasPrivilege(principal, 'administer');

export class ListTokensQuery extends PaginationQuery {
  @IdField({
    references: USER_REFERENCE_TARGET,
    min: 1,
    description: 'token_user_filter',
    isForbidden: isForbiddenTokenOwner,
  })
  user?: number;
}
