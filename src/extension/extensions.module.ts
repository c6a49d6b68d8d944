import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EXTENSIONS } from '../records/extension-points/record-extensions.js';
import type { Extensions } from './extensions.js';
import { RouteClashes } from './route-clashes.js';

/** Hands what extends the application to whoever injects {@link EXTENSIONS}, and looks after what comes together only there. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [RouteClashes] })
export class ExtensionsModule {
  static for(extensions: Extensions): DynamicModule {
    return {
      module: ExtensionsModule,
      providers: [{ provide: EXTENSIONS, useValue: extensions }],
      exports: [EXTENSIONS],
    };
  }
}
