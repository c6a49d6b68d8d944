import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RouteTable } from './http/route-table.js';
import { Messages } from './language/messages.js';
import { Records } from './records/records.js';
import { ViewBuilder } from './records/view-builder.js';
import { TextWriter } from './texts/text-writer.js';
import { Clock, SystemClock } from './time/clock.js';
import { DtoReader } from './validation/dto-reader.js';
import { References } from './validation/references.js';

const mechanisms = [DtoReader, Messages, Records, References, RouteTable, TextWriter, ViewBuilder];

/** The mechanisms that every resource shares. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [...mechanisms, { provide: Clock, useClass: SystemClock }],
  exports: [...mechanisms, Clock],
})
export class CommonModule {}
