import { ROLES, type Role } from '../../kernel/context/principal.js';
import { PaginationQuery } from '../../records/lists/base.query.js';
import {
  type SortDirection,
  DirectionField,
  KeywordField,
  KeywordsField,
  VerbatimField,
} from '../../kernel/schema/fields.js';
import { MAX_USERNAME_LENGTH } from '../account-store.js';

const USER_SORT_NAMES = ['id', 'username'] as const;

export class ListUsersQuery extends PaginationQuery {
  @KeywordsField({ values: ROLES, description: 'role_filter' })
  role?: Role[];

  @VerbatimField({ maxLength: MAX_USERNAME_LENGTH, description: 'users_search', sample: 'adm' })
  search?: string;

  @KeywordField({ values: USER_SORT_NAMES, default: 'id', description: 'users_orderby' })
  orderby!: (typeof USER_SORT_NAMES)[number];

  @DirectionField({ default: 'asc' })
  order!: SortDirection;
}
