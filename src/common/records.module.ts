import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypedCustomFields } from './custom-fields/typed-custom-fields.js';
import { Messages } from './language/messages.js';
import { Totals } from './pagination/totals.js';
import { AdditionsTrial } from './records/additions-trial.js';
import { Additions } from './records/additions.js';
import { Records } from './records/records.js';
import { ViewBuilder } from './records/view-builder.js';
import { Strategies } from './strategies/strategies.js';
import { TextWriter } from './texts/text-writer.js';
import { ChangeFeed } from './writes/change-feed.js';
import { RecordWrites } from './writes/record-writes.js';
import { WriteHooks } from './writes/write-hooks.js';

const shared = [
  Additions,
  AdditionsTrial,
  Messages,
  RecordWrites,
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
