import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeclaredRights } from './auth/declared-rights.js';
import { WrongCredentials } from './auth/wrong-credentials.js';
import { ChangeNotices } from './caching/change-notices.js';
import { SharedAnswers } from './caching/shared-answers.js';
import { NextMoments } from './caching/next-moments.js';
import { Problems } from './problems/problems.js';
import { RouteTable } from './routes/route-table.js';
import { TimeLimits } from './limits/time-limits.js';
import { KeptAnswers } from './idempotency/kept-answers.js';
import { DtoReader } from './params/dto-reader.js';
import { References } from './params/references.js';

const shared = [DtoReader, KeptAnswers, Problems, References, RouteTable, SharedAnswers, TimeLimits, WrongCredentials];

/** What requests pass and share. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ChangeNotices, DeclaredRights, NextMoments, ...shared],
  exports: [...shared],
})
export class HttpModule {}
