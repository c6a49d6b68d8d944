import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../common/auth/authenticator.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { TokenAuthenticator } from './token-authenticator.js';

@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditService, { provide: Authenticator, useClass: TokenAuthenticator }],
  exports: [Authenticator],
})
export class AccountsModule {}
