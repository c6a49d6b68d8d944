import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypedCustomFields } from './extension-points/typed-custom-fields.js';
import { Messages } from '../kernel/language/messages.js';
import { Totals } from './lists/totals.js';
import { AdditionsTrial } from './extension-points/additions-trial.js';
import { Additions } from './extension-points/additions.js';
import { Records } from './crud/records.js';
import { RecordStore } from './crud/record-store.js';
import { ViewBuilder } from './views/view-builder.js';
import { Strategies } from './extension-points/strategies.js';
import { TextWriter } from './translations/text-writer.js';
import { ChangeFeed } from './writes/change-feed.js';
import { RecordWrites } from './writes/record-writes.js';
import { WriteHooks } from './writes/write-hooks.js';

const shared = [
  Additions,
  AdditionsTrial,
  Messages,
  RecordWrites,
  RecordStore,
  Records,
  Strategies,
  TextWriter,
  Totals,
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
