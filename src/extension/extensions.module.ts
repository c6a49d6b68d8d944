import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EXTENSIONS_TOKEN } from '../records/extension-points/strategy-registry.js';
import type { ResolvedExtensions } from './resolve-extensions.js';
import { RouteConflictCheck } from './route-conflict-check.js';

/** Provides the extensions of the application, and checks that their routes do not conflict. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [RouteConflictCheck] })
export class ExtensionsModule {
  static forRoot(extensions: ResolvedExtensions): DynamicModule {
    return {
      module: ExtensionsModule,
      providers: [{ provide: EXTENSIONS_TOKEN, useValue: extensions }],
      exports: [EXTENSIONS_TOKEN],
    };
  }
}
