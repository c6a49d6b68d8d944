import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeclaredRights } from './auth/declared-rights.js';
import { WrongCredentials } from './auth/wrong-credentials.js';
import { ChangeNotices } from './cache/change-notices.js';
import { Changes } from './cache/changes.js';
import { SharedAnswers } from './cache/shared-answers.js';
import { Validities } from './cache/validity.js';
import { TypedCustomFields } from './custom-fields/typed-custom-fields.js';
import { Problems } from './errors/problems.js';
import { Housekeeping } from './housekeeping/housekeeping.js';
import { TableStatistics } from './housekeeping/table-statistics.js';
import { RouteTable } from './http/route-table.js';
import { TimeLimits } from './http/time-limits.js';
import { KeptAnswers } from './idempotency/kept-answers.js';
import { Messages } from './language/messages.js';
import { Totals } from './pagination/totals.js';
import { Additions } from './records/additions.js';
import { AdditionsTrial } from './records/additions-trial.js';
import { Records } from './records/records.js';
import { ViewBuilder } from './records/view-builder.js';
import { Strategies } from './strategies/strategies.js';
import { TextWriter } from './texts/text-writer.js';
import { Clock } from './time/clock.js';
import { DatabaseClock } from './time/database-clock.js';
import { MonotonicClock } from './time/monotonic-clock.js';
import { DtoReader } from './validation/dto-reader.js';
import { References } from './validation/references.js';
import { ChangeFeed } from './writes/change-feed.js';
import { RecordWrites } from './writes/record-writes.js';
import { WriteHooks } from './writes/write-hooks.js';

const mechanisms = [
  Strategies,
  TypedCustomFields,
  RecordWrites,
  Additions,
  AdditionsTrial,
  DtoReader,
  Housekeeping,
  KeptAnswers,
  Messages,
  MonotonicClock,
  Problems,
  Records,
  References,
  RouteTable,
  TableStatistics,
  TextWriter,
  TimeLimits,
  Totals,
  ViewBuilder,
  WrongCredentials,
];

const writes = [ChangeFeed, WriteHooks];

const cache = [ChangeNotices, Changes, SharedAnswers, Validities];

/** The mechanisms that every resource shares. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [DeclaredRights, ...mechanisms, ...writes, ...cache, { provide: Clock, useClass: DatabaseClock }],
  exports: [...mechanisms, Changes, SharedAnswers, Clock],
})
export class CommonModule {}
