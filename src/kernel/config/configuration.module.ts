import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIGURATION_TOKEN, type Configuration } from './configuration.js';

@Global()
@Module({})
export class ConfigurationModule {
  static forRoot(configuration: Configuration): DynamicModule {
    return {
      module: ConfigurationModule,
      providers: [{ provide: CONFIGURATION_TOKEN, useValue: configuration }],
      exports: [CONFIGURATION_TOKEN],
    };
  }
}
