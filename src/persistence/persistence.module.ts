import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../kernel/time/clock.js';
import { ChangeCounter } from './transactions/change-counter.js';
import { Housekeeping } from './maintenance/housekeeping.js';
import { MonotonicClock } from '../kernel/time/monotonic-clock.js';

const shared = [ChangeCounter, Housekeeping, MonotonicClock];

/** The clock, counted changes and maintenance. */
@Global()
@Module({
  providers: [...shared, { provide: Clock, useClass: SystemClock }],
  exports: [...shared, Clock],
})
export class PersistenceModule {}
