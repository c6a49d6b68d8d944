import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeclaredRights } from './auth/declared-rights.js';
import { WrongCredentials } from './auth/wrong-credentials.js';
import { ChangeNotices } from './cache/change-notices.js';
import { SharedAnswers } from './cache/shared-answers.js';
import { Validities } from './cache/validity.js';
import { Problems } from './errors/problems.js';
import { RouteTable } from './http/route-table.js';
import { TimeLimits } from './http/time-limits.js';
import { KeptAnswers } from './idempotency/kept-answers.js';
import { DtoReader } from './validation/dto-reader.js';
import { References } from './validation/references.js';

const shared = [
  DtoReader,
  KeptAnswers,
  Problems,
  References,
  RouteTable,
  SharedAnswers,
  TimeLimits,
  WrongCredentials,
];

/** What requests pass and share. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ChangeNotices, DeclaredRights, Validities, ...shared],
  exports: [...shared],
})
export class HttpModule {}
