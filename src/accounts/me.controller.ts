import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PresentedToken } from '../http/auth/credentials.js';
import { ADMIN_PATHS } from '../kernel/context/namespace.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { LanguageQuery } from '../records/lists/base.query.js';
import { Fields, Context } from '../http/params/handler-arguments.decorators.js';
import { AdminReadRoute } from './admin-route.decorators.js';
import { MeView } from './dto/me.view.js';
import { TokensService } from './tokens.service.js';

@ApiTags('me')
@Controller(ADMIN_PATHS.me)
export class MeController {
  constructor(private readonly tokens: TokensService) {}

  @AdminReadRoute('', { name: 'getMe', minimumRole: 'subscriber', view: MeView })
  get(
    @Context() context: RequestContext,
    @PresentedToken() token: string,
    @Fields() _query: LanguageQuery,
  ): Promise<MeView> {
    return this.tokens.describeCaller(context, token);
  }
}
