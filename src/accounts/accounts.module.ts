import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../http/auth/authenticator.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { CredentialAuthenticator } from './credential-authenticator.js';
import { TokenLastUseRecorder } from './token-last-use-recorder.js';
import { MeController } from './me.controller.js';
import { OidcAuthenticator } from './oidc/oidc-authenticator.js';
import { ExternalUsers } from './external-users.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

const AUTHENTICATION_PROVIDERS = [TokenAuthenticator, TokenLastUseRecorder, OidcAuthenticator, ExternalUsers];

@Global()
@Module({
  controllers: [MeController, UsersController, TokensController, AuditController],
  providers: [
    { provide: Authenticator, useClass: CredentialAuthenticator },
    ...AUTHENTICATION_PROVIDERS,
    UsersService,
    TokensService,
    AuditService,
  ],
  exports: [Authenticator],
})
export class AccountsModule {}
