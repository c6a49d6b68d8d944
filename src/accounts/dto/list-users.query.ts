import { ROLES, type Role } from '../../kernel/context/principal.js';
import { PagedQuery } from '../../records/lists/page.query.js';
import type { Direction } from '../../kernel/schema/direction.js';
import { DirectionField, KeywordField, KeywordsField, VerbatimField } from '../../kernel/schema/fields.js';
import { LONGEST_USERNAME } from '../accounts.js';

/** By what users can be ordered. */
const USER_ORDERS = ['id', 'username'] as const;

/** Parameters of the list of users. */
export class ListUsersQuery extends PagedQuery {
  @KeywordsField({ values: ROLES, description: 'role_filter' })
  role?: Role[];

  @VerbatimField({ maxLength: LONGEST_USERNAME, description: 'users_search', sample: 'adm' })
  search?: string;

  @KeywordField({ values: USER_ORDERS, default: 'id', description: 'users_orderby' })
  orderby!: (typeof USER_ORDERS)[number];

  @DirectionField({ default: 'asc' })
  order!: Direction;
}
