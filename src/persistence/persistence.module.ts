import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock, MonotonicClock } from '../kernel/time/clock.js';
import { CalendarIdentity } from './client/calendar-identity.js';
import { DatabaseErrorCounts } from './client/database-error-counts.js';
import { ChangeCounter } from './transactions/change-counter.js';
import { Housekeeping } from './maintenance/housekeeping.js';

const PERSISTENCE_PROVIDERS = [CalendarIdentity, ChangeCounter, DatabaseErrorCounts, Housekeeping, MonotonicClock];

@Global()
@Module({
  providers: [...PERSISTENCE_PROVIDERS, { provide: Clock, useClass: SystemClock }],
  exports: [...PERSISTENCE_PROVIDERS, Clock],
})
export class PersistenceModule {}
