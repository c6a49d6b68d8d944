import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { factsOf } from '../http/request-context.js';
import { Authenticator } from './authenticator.js';
import { credentialsOf } from './credentials.js';
import { ANONYMOUS, type Principal } from './principal.js';
import { WrongCredentials } from './wrong-credentials.js';

/** Finds out who asks. Credentials that are right are let in, however many wrong ones came from where they come from. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly wrong: WrongCredentials,
  ) {}

  /** @throws {ApiError} `invalid_credentials`, `too_many_requests` */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const facts = factsOf(request);
    const principal = await this.principalOf(request);
    if (!principal) throw this.wrong.refuse(facts.address?.client ?? '');
    facts.principal = principal;
    return true;
  }

  private async principalOf(request: Request): Promise<Principal | undefined> {
    const credentials = credentialsOf(request);
    if (credentials === undefined) return ANONYMOUS;
    if (credentials === 'refused') return undefined;
    return this.authenticator.authenticate(credentials.token, credentials.username);
  }
}
