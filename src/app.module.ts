import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module, type DynamicModule } from '@nestjs/common';
import { CalendarModule } from './calendar.module.js';
import type { Configuration } from './config/configuration.js';
import { ConfigurationModule } from './config/configuration.module.js';
import { ormOptions } from './database/orm-options.js';

/** The composition root: configuration, database, calendar. */
@Module({})
export class AppModule {
  static for(configuration: Configuration, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigurationModule.forRoot(configuration),
        MikroOrmModule.forRoot({ ...ormOptions(databaseUrl), registerRequestContext: false }),
        CalendarModule.forRoot(),
      ],
    };
  }
}
