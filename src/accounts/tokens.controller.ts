import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ADMIN_PATHS } from '../kernel/context/namespace.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { LanguageQuery } from '../records/lists/base.query.js';
import { Fields, Context, Id } from '../http/params/handler-arguments.decorators.js';
import { AdminCreateRoute, AdminListRoute, AdminReadRoute, AdminRemoveRoute } from './admin-route.decorators.js';
import { CreateTokenDto } from './dto/create-token.dto.js';
import { ListTokensQuery } from './dto/list-tokens.query.js';
import { CreatedTokenView, TokenList, TokenView } from './dto/token.view.js';
import { TokensService } from './tokens.service.js';

/** API tokens. Users manage their own tokens, administrators those of all users. */
@ApiTags('tokens')
@Controller(ADMIN_PATHS.tokens)
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @AdminListRoute({ name: 'listTokens', minimumRole: 'subscriber', view: TokenList, codes: ['forbidden'] })
  list(@Context() context: RequestContext, @Fields() query: ListTokensQuery): Promise<TokenList> {
    return this.tokens.list(context, query);
  }

  @AdminCreateRoute({ name: 'createToken', minimumRole: 'subscriber', view: CreatedTokenView, codes: ['forbidden'] })
  create(@Context() context: RequestContext, @Fields() input: CreateTokenDto): Promise<CreatedTokenView> {
    return this.tokens.create(context, input);
  }

  @AdminReadRoute(':id', { name: 'getToken', minimumRole: 'subscriber', view: TokenView, codes: ['token_not_found'] })
  get(@Context() context: RequestContext, @Id() id: number, @Fields() _query: LanguageQuery): Promise<TokenView> {
    return this.tokens.get(context, id);
  }

  @AdminRemoveRoute(':id', {
    name: 'revokeToken',
    minimumRole: 'subscriber',
    view: TokenView,
    codes: ['token_not_found'],
  })
  remove(@Context() context: RequestContext, @Id() id: number, @Fields() _query: LanguageQuery): Promise<TokenView> {
    return this.tokens.revoke(context, id);
  }
}
