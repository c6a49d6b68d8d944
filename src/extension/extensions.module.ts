import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EXTENSIONS_TOKEN } from '../records/extension-points/strategy-registry.js';
import type { ResolvedExtensions } from './resolve-extensions.js';
import { ExtensionSqlSelfTest } from './checks/extension-sql-self-test.js';
import { RecordExtensionCheck } from './checks/record-extension-check.js';
import { RouteConflictCheck } from './checks/route-conflict-check.js';

/** Provides the extensions of the application, and checks them at start-up. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [RecordExtensionCheck, RouteConflictCheck, ExtensionSqlSelfTest] })
export class ExtensionsModule {
  static forRoot(extensions: ResolvedExtensions): DynamicModule {
    return {
      module: ExtensionsModule,
      providers: [{ provide: EXTENSIONS_TOKEN, useValue: extensions }],
      exports: [EXTENSIONS_TOKEN],
    };
  }
}
