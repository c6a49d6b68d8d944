import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../http/auth/authenticator.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { CredentialAuthenticator } from './credential-authenticator.js';
import { LastUse } from './last-use.js';
import { MeController } from './me.controller.js';
import { IssuerAuthenticator } from './oidc/issuer-authenticator.js';
import { IssuerKeys } from './oidc/issuer-keys.js';
import { IssuerUsers } from './oidc/issuer-users.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

const authenticators = [TokenAuthenticator, LastUse, IssuerAuthenticator, IssuerKeys, IssuerUsers];

@Global()
@Module({
  controllers: [MeController, UsersController, TokensController, AuditController],
  providers: [
    { provide: Authenticator, useClass: CredentialAuthenticator },
    ...authenticators,
    UsersService,
    TokensService,
    AuditService,
  ],
  exports: [Authenticator],
})
export class AccountsModule {}
