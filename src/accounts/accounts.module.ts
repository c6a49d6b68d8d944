import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../common/auth/authenticator.js';
import { TokenAuthenticator } from './token-authenticator.js';

@Global()
@Module({
  providers: [{ provide: Authenticator, useClass: TokenAuthenticator }],
  exports: [Authenticator],
})
export class AccountsModule {}
