import { may } from '../../common/auth/permissions.js';
import type { Principal } from '../../common/auth/principal.js';
import { USERS } from '../../common/auth/readable-ids.js';
import { PagedQuery } from '../../common/pagination/page.query.js';
import { IdField } from '../../common/validation/fields.js';

/** Whether a parameter names somebody whose tokens are not for the one who asks. What is no id is not judged: it is wrong. */
export const ofOthers = (value: unknown, principal: Principal): boolean =>
  typeof value === 'number' && value !== principal.id && !may(principal, 'administer');

/** Parameters of the list of tokens. */
export class ListTokensQuery extends PagedQuery {
  @IdField({ references: USERS, least: 1, description: 'token_user_filter', reserved: ofOthers })
  user?: number;
}
