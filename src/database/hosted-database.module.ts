import { MikroORM } from '@mikro-orm/postgresql';
import {
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Housekeeping } from '../persistence/maintenance/housekeeping.js';
import { CONFIGURATION, type Configuration } from '../kernel/config/configuration.js';
import { EXTENSIONS } from '../records/extension-points/extension-classes.js';
import type { Extensions } from '../extension/extensions.js';
import { prepareDatabase, type ReadyDatabase } from './prepare-database.js';

/** Injection token of the {@link ReadyDatabase}. */
export const READY_DATABASE = Symbol('READY_DATABASE');

const readyDatabaseProvider = {
  provide: READY_DATABASE,
  inject: [CONFIGURATION, EXTENSIONS],
  useFactory: (configuration: Configuration, extensions: Extensions) => {
    const logger = new Logger('Database');
    return prepareDatabase(configuration, extensions, (line) => logger.log(line));
  },
};

/** The database of an application that is not ours: it is opened with the application, looked after while that runs, and let go with it. */
@Global()
@Module({ providers: [readyDatabaseProvider], exports: [READY_DATABASE] })
export class HostedDatabaseModule {}

/** Does in an application that is not ours what our program does beside serving. */
@Module({})
export class HostedLifecycleModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(READY_DATABASE) private readonly database: ReadyDatabase,
    private readonly orm: MikroORM,
    private readonly housekeeping: Housekeeping,
  ) {}

  onApplicationBootstrap(): void {
    this.housekeeping.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.orm.close();
    await this.database.stop();
  }
}
