import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { hasPrivilege } from '../kernel/context/permissions.js';
import type { Role } from '../kernel/context/principal.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { withOneTimeSecret } from '../records/views/entity-tag-view.js';
import { ADMIN_LISTS } from '../kernel/context/namespace.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { ListReader } from '../records/lists/list-reader.js';
import { joinPageSql } from '../records/lists/list-statements.js';
import { runInTransaction } from '../persistence/transactions/run-in-transaction.js';
import { Clock } from '../kernel/time/clock.js';
import type { AccountTables } from './user.entity.js';
import { readTokens } from './account.select.js';
import { AccountStore } from './account-store.js';
import { withMappedAccountErrors } from './account-error.js';
import type { CreateTokenDto } from './dto/create-token.dto.js';
import type { ListTokensQuery } from './dto/list-tokens.query.js';
import type { MeView } from './dto/me.view.js';
import { tokenView, type CreatedTokenView, type TokenList, type TokenView } from './dto/token.view.js';
import { DEFAULT_TOKEN_DAYS, TokenStore } from './token-store.js';
import { hashToken } from './token-format.js';

/** Tokens over HTTP. Only the response to a creation contains the token itself. */
@Injectable()
export class TokensService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly lists: ListReader,
  ) {}

  list(context: RequestContext, query: ListTokensQuery): Promise<TokenList> {
    const { user } = query;
    return this.lists.readPage(context, query, {
      kind: ADMIN_LISTS.tokens,
      alias: 'k',
      sort: { name: 'id', direction: 'asc', expression: sql.ref('k.id'), type: 'bigint' },
      from: sql`tokens as k`,
      where: [accessibleTokensCondition(context), ...(user === undefined ? [] : [sql<SqlBool>`k.user_id = ${user}`])],
      read: (page) => readTokens(this.em.getKysely<AccountTables>(), joinPageSql(page, 'k')),
      view: (row) => tokenView(context, row),
    });
  }

  create(context: RequestContext, { user, expires_at, expires_in_days }: CreateTokenDto): Promise<CreatedTokenView> {
    const expiry = expires_at ? { at: expires_at } : { days: expires_in_days ?? DEFAULT_TOKEN_DAYS };
    return this.writeInTransaction(context, async (em) => {
      const accounts = new AccountStore(em, this.clock, context);
      const { id, token } = await accounts.createToken({ id: user ?? context.principal.id ?? 0 }, expiry);
      return withOneTimeSecret(await this.readTokenView(em, context, id), { token });
    });
  }

  get(context: RequestContext, id: number): Promise<TokenView> {
    return this.readTokenView(this.em, context, id);
  }

  /** Revokes a token. It remains in lists. */
  revoke(context: RequestContext, id: number): Promise<TokenView> {
    return this.writeInTransaction(context, async (em) => {
      await this.readTokenView(em, context, id);
      await new TokenStore(em, this.clock, context).revoke(id, context.precondition);
      return this.readTokenView(em, context, id);
    });
  }

  /** The caller and the token of the request. `token` is null for `ADMIN_TOKEN` and tokens of other issuers. */
  async describeCaller(context: RequestContext, token: string): Promise<MeView> {
    const { id, username = '', role } = context.principal;
    const wherePresentedToken = sql`where k.hash = ${hashToken(token)} and k.user_id = ${id}`;
    const [row] = await readTokens(this.em.getKysely<AccountTables>(), wherePresentedToken);
    return { id: id ?? 0, username, role: role as Role, token: row ? tokenView(context, row) : null };
  }

  private writeInTransaction<Result>(
    context: RequestContext,
    work: (em: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return withMappedAccountErrors(() => runInTransaction(this.em, context, work));
  }

  private async readTokenView(em: EntityManager, context: RequestContext, id: number): Promise<TokenView> {
    const whereRequestedToken = sql`where k.id = ${id} and ${accessibleTokensCondition(context)}`;
    const [row] = await readTokens(em.getKysely<AccountTables>(), whereRequestedToken);
    if (!row) throw new ApiError('token_not_found');
    return tokenView(context, row);
  }
}

/** Callers see their own tokens, administrators those of all users. */
function accessibleTokensCondition({ principal }: RequestContext): RawBuilder<SqlBool> {
  return hasPrivilege(principal, 'administer') ? sql<SqlBool>`true` : sql<SqlBool>`k.user_id = ${principal.id}`;
}
