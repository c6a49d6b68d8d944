import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PresentedToken } from '../common/auth/presented-token.decorator.js';
import { ADMIN_PATHS } from '../common/http/namespace.js';
import { Context } from "../common/http/context.decorator.js";
import { type RequestContext } from '../common/http/request-context.js';
import { LanguageQuery } from '../common/pagination/page.query.js';
import { Fields } from '../common/validation/fields.decorator.js';
import { ReadAccount } from './account-operations.js';
import { MeView } from './dto/me.view.js';
import { TokensService } from './tokens.service.js';

/** Who asks, for whoever asks. */
@ApiTags('me')
@Controller(ADMIN_PATHS.me)
export class MeController {
  constructor(private readonly tokens: TokensService) {}

  @ReadAccount('', { name: 'getMe', least: 'subscriber', view: MeView })
  me(
    @Context() context: RequestContext,
    @PresentedToken() token: string,
    @Fields() _query: LanguageQuery,
  ): Promise<MeView> {
    return this.tokens.me(context, token);
  }
}
