import { Module, type DynamicModule } from '@nestjs/common';
import { CalendarModule } from './calendar.module.js';
import type { Configuration } from './kernel/config/configuration.js';
import type { ResolvedExtensions } from './extension/extensions.js';

/** The composition root of our own program: the calendar on a database that is open. */
@Module({})
export class AppModule {
  static forRoot(configuration: Configuration, databaseUrl: string, extensions?: ResolvedExtensions): DynamicModule {
    return { module: AppModule, imports: [CalendarModule.forDatabase({ configuration, databaseUrl, extensions })] };
  }
}
