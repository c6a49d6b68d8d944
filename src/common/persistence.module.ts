import { Global, Module } from '@nestjs/common';
import { Clock } from './time/clock.js';
import { DatabaseClock } from './time/database-clock.js';
import { Changes } from './cache/changes.js';
import { Housekeeping } from './housekeeping/housekeeping.js';
import { TableStatistics } from './housekeeping/table-statistics.js';
import { MonotonicClock } from './time/monotonic-clock.js';

const shared = [
  Changes,
  Housekeeping,
  MonotonicClock,
  TableStatistics,
];

/** The database clock, counted changes and maintenance. */
@Global()
@Module({
  providers: [...shared, { provide: Clock, useClass: DatabaseClock }],
  exports: [...shared, Clock],
})
export class PersistenceModule {}
