import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError } from '../kernel/errors/api-error.js';
import { withOneTimeSecret } from '../records/views/entity-tag-view.js';
import { ADMIN_LISTS } from '../kernel/context/namespace.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { ListReader } from '../records/lists/list-reader.js';
import { joinPageSql } from '../records/lists/list-statements.js';
import { resolveSort, type SortKeys } from '../records/lists/sort-key.js';
import { runInTransaction } from '../persistence/transactions/run-in-transaction.js';
import { collatedPrefixSql } from '../records/translations/served-translation.js';
import { Clock } from '../kernel/time/clock.js';
import type { AccountTables } from './user.entity.js';
import { readUsers } from './account.select.js';
import { AccountStore } from './account-store.js';
import { withMappedAccountErrors } from './account-error.js';
import type { CreateUserDto } from './dto/create-user.dto.js';
import type { ListUsersQuery } from './dto/list-users.query.js';
import type { UpdateUserDto } from './dto/update-user.dto.js';
import { userView, type CreatedUserView, type UserList, type UserView } from './dto/user.view.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly lists: ListReader,
  ) {}

  list(context: RequestContext, query: ListUsersQuery): Promise<UserList> {
    return this.lists.readPage(context, query, {
      kind: ADMIN_LISTS.users,
      alias: 'u',
      sort: resolveSort(userSortKeys(context), query),
      from: sql`users as u`,
      where: userFilters(query),
      read: (page) => readUsers(this.em.getKysely<AccountTables>(), joinPageSql(page, 'u')),
      view: (row) => userView(context, row),
    });
  }

  create(context: RequestContext, { username, role }: CreateUserDto): Promise<CreatedUserView> {
    return this.writeInTransaction(context, async (em, accounts) => {
      const { id, token } = await accounts.create(username, role);
      return withOneTimeSecret(await this.readUserView(em, context, id), { token });
    });
  }

  get(context: RequestContext, id: number): Promise<UserView> {
    return this.readUserView(this.em, context, id);
  }

  update(context: RequestContext, id: number, { username, role }: UpdateUserDto): Promise<UserView> {
    return this.writeInTransaction(context, async (em, accounts) => {
      await accounts.update({ id }, { username, role }, context.precondition);
      return this.readUserView(em, context, id);
    });
  }

  remove(context: RequestContext, id: number): Promise<UserView> {
    return this.writeInTransaction(context, async (em, accounts) => {
      const last = await this.readUserView(em, context, id);
      await accounts.remove({ id }, context.precondition);
      return last;
    });
  }

  private writeInTransaction<Result>(
    context: RequestContext,
    work: (em: EntityManager, accounts: AccountStore) => Promise<Result>,
  ): Promise<Result> {
    return withMappedAccountErrors(() =>
      runInTransaction(this.em, context, (em) => work(em, new AccountStore(em, this.clock, context))),
    );
  }

  private async readUserView(em: EntityManager, context: RequestContext, id: number): Promise<UserView> {
    const [row] = await readUsers(em.getKysely<AccountTables>(), sql`where u.id = ${id}`);
    if (!row) throw new ApiError('user_not_found');
    return userView(context, row);
  }
}

function userSortKeys({ language }: RequestContext): SortKeys<ListUsersQuery['orderby']> {
  const username = collatedPrefixSql(sql.ref('u.username'), language.requested);
  return {
    id: { expression: sql.ref('u.id'), type: 'bigint' },
    username: { expression: username, variant: language.requested, type: 'text' },
  };
}

function userFilters({ role, search }: ListUsersQuery): RawBuilder<SqlBool>[] {
  return [
    ...(role ? [sql<SqlBool>`u.role = any (${role}::text[])`] : []),
    ...(search ? [sql<SqlBool>`strpos(lower(u.username), lower(${search})) > 0`] : []),
  ];
}
