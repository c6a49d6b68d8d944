import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Argon2id } from '../kernel/concurrency/argon2id.js';
import { SECRET_INPUTS_TOKEN, type SecretInputs } from '../kernel/context/secret-inputs.js';
import { AccessRuleCheck } from './auth/access-rule-check.js';
import { AuthenticationThrottle } from './auth/authentication-throttle.js';
import { ChangeListener } from './caching/change-listener.js';
import { NextExpiry } from './caching/next-expiry.js';
import { ResponseCache } from './caching/response-cache.js';
import { IdempotencyStore } from './idempotency/idempotency-store.js';
import { RequestTimeouts } from './limits/request-deadline.js';
import { StreamLimiter } from './limits/stream-limiter.js';
import { WriteLimiter } from './limits/write-limiter.js';
import { CustomFieldsReader } from './params/custom-fields-reader.js';
import { DtoReader } from './params/dto-reader.js';
import { ReferenceResolver } from './params/reference-resolver.js';
import { ProblemResponses } from './problems/problem-responses.js';
import { AlternateUrls } from './pipeline/alternate-urls.js';
import { RouteTable } from './routes/route-table.js';

const EXPORTED_PROVIDERS = [
  AlternateUrls,
  Argon2id,
  AuthenticationThrottle,
  DtoReader,
  IdempotencyStore,
  ProblemResponses,
  ReferenceResolver,
  RequestTimeouts,
  ResponseCache,
  RouteTable,
  StreamLimiter,
  WriteLimiter,
];

/** State and services of the request pipeline. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ChangeListener, AccessRuleCheck, CustomFieldsReader, NextExpiry, ...EXPORTED_PROVIDERS],
  exports: EXPORTED_PROVIDERS,
})
export class HttpModule {
  static forRoot(secretInputs: SecretInputs): DynamicModule {
    const provider = { provide: SECRET_INPUTS_TOKEN, useValue: secretInputs };
    return { module: HttpModule, providers: [provider], exports: [SECRET_INPUTS_TOKEN] };
  }
}
