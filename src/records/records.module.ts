import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypedCustomFields } from './extension-points/typed-custom-fields.js';
import { Messages } from '../kernel/language/messages.js';
import { ListLimiter } from './lists/list-limiter.js';
import { ListReader } from './lists/list-reader.js';
import { RecordExtensions } from './extension-points/record-extensions.js';
import { RecordReader } from './crud/record-reader.js';
import { RecordWriter } from './crud/record-writer.js';
import { RecordStore } from './crud/record-store.js';
import { ReadScopeFactory } from './crud/read-scope.js';
import { RecordFieldsWriter } from './crud/record-fields-writer.js';
import { PublicationWriter } from './publishing/publication-writer.js';
import { ViewBuilder } from './views/view-builder.js';
import { StrategyRegistry } from './extension-points/strategy-registry.js';
import { TranslationWriter } from './translations/translation-writer.js';
import { ChangeFeed } from './hooks/change-feed.js';
import { WriteHooks } from './hooks/write-hooks.js';

const EXPORTED_PROVIDERS = [
  RecordExtensions,
  Messages,
  RecordStore,
  ReadScopeFactory,
  PublicationWriter,
  RecordReader,
  RecordWriter,
  StrategyRegistry,
  TranslationWriter,
  ListReader,
  TypedCustomFields,
  ViewBuilder,
];

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ChangeFeed, ListLimiter, WriteHooks, RecordFieldsWriter, ...EXPORTED_PROVIDERS],
  exports: [...EXPORTED_PROVIDERS],
})
export class RecordsModule {}
