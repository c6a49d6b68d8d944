import { Global, Module } from '@nestjs/common';
import { Clock } from '../kernel/time/clock.js';
import { DatabaseClock } from './clock/database-clock.js';
import { Changes } from './transactions/changes.js';
import { Housekeeping } from './maintenance/housekeeping.js';
import { TableStatistics } from './maintenance/table-statistics.js';
import { MonotonicClock } from '../kernel/time/monotonic-clock.js';

const shared = [Changes, Housekeeping, MonotonicClock, TableStatistics];

/** The database clock, counted changes and maintenance. */
@Global()
@Module({
  providers: [...shared, { provide: Clock, useClass: DatabaseClock }],
  exports: [...shared, Clock],
})
export class PersistenceModule {}
