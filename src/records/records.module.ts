import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypedCustomFields } from './extension-points/typed-custom-fields.js';
import { Messages } from '../kernel/language/messages.js';
import { Lists } from './lists/lists.js';
import { AdditionsTrial } from './extension-points/additions-trial.js';
import { Additions } from './extension-points/additions.js';
import { RecordReader } from './crud/record-reader.js';
import { RecordWriter } from './crud/record-writer.js';
import { RecordStore } from './crud/record-store.js';
import { ViewBuilder } from './views/view-builder.js';
import { Strategies } from './extension-points/strategies.js';
import { TextWriter } from './translations/text-writer.js';
import { ChangeFeed } from './hooks/change-feed.js';
import { RecordWrites } from './hooks/record-writes.js';
import { WriteHooks } from './hooks/write-hooks.js';

const shared = [
  Additions,
  AdditionsTrial,
  Messages,
  RecordWrites,
  RecordStore,
  RecordReader,
  RecordWriter,
  Strategies,
  TextWriter,
  Lists,
  TypedCustomFields,
  ViewBuilder,
];

/** The record engine, for every resource. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ChangeFeed, WriteHooks, ...shared],
  exports: [...shared],
})
export class RecordsModule {}
