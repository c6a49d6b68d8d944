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
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { EXTENSIONS_TOKEN } from '../records/extension-points/strategy-registry.js';
import type { ResolvedExtensions } from '../extension/resolve-extensions.js';
import { prepareDatabase, type PreparedDatabase } from './prepare-database.js';

export const PREPARED_DATABASE_TOKEN = Symbol('PREPARED_DATABASE_TOKEN');

const preparedDatabaseProvider = {
  provide: PREPARED_DATABASE_TOKEN,
  inject: [CONFIGURATION_TOKEN, EXTENSIONS_TOKEN],
  useFactory: (configuration: Configuration, extensions: ResolvedExtensions) => {
    const logger = new Logger('Database');
    return prepareDatabase(configuration, extensions, (line) => logger.log(line));
  },
};

/** Opens the database for a host application that imports the calendar. */
@Global()
@Module({ providers: [preparedDatabaseProvider], exports: [PREPARED_DATABASE_TOKEN] })
export class HostApplicationDatabaseModule {}

/** Starts housekeeping with a host application, and closes the database with it. */
@Module({})
export class HostApplicationLifecycleModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(PREPARED_DATABASE_TOKEN) private readonly database: PreparedDatabase,
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
