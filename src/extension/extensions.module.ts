import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EXTENSIONS } from '../records/extension-points/extension-classes.js';
import type { Extensions } from './extensions.js';
import { RouteConflictCheck } from './route-conflict-check.js';

/** Hands what extends the application to whoever injects {@link EXTENSIONS}, and looks after what comes together only there. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [RouteConflictCheck] })
export class ExtensionsModule {
  static forRoot(extensions: Extensions): DynamicModule {
    return {
      module: ExtensionsModule,
      providers: [{ provide: EXTENSIONS, useValue: extensions }],
      exports: [EXTENSIONS],
    };
  }
}
