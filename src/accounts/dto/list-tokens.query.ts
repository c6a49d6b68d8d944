import { may } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { USERS } from '../../records/types/users.js';
import { PagedQuery } from '../../records/lists/page.query.js';
import { IdField } from '../../kernel/schema/fields.js';

/** Whether a parameter names somebody whose tokens are not for the one who asks. What is no id is not judged: it is wrong. */
export const ofOthers = (value: unknown, principal: Principal): boolean =>
  typeof value === 'number' && value !== principal.id && !may(principal, 'administer');

/** Parameters of the list of tokens. */
export class ListTokensQuery extends PagedQuery {
  @IdField({ references: USERS, least: 1, description: 'token_user_filter', reserved: ofOthers })
  user?: number;
}
