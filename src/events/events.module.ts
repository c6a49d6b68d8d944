import { Module } from '@nestjs/common';
import { EventPasswords } from './event-passwords.js';
import { CostFormatter } from './cost-formatter.js';
import { CostWriter } from './cost-writer.js';
import { EventFieldsWriter } from './event-fields-writer.js';
import { EventViews } from './event-views.js';
import { EventRecomputer } from './event-recomputer.js';
import { EventReader } from './event-reader.js';
import { EventWriter } from './event-writer.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { LinkedPublication } from './linked-publication.js';
import { LinkedRecordWriter } from './linked-record-writer.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordAttemptLimiter } from './password-attempt-limiter.js';

@Module({
  controllers: [EventsController],
  providers: [
    EventsService,
    EventReader,
    EventViews,
    EventWriter,
    EventFieldsWriter,
    EventRecomputer,
    CostFormatter,
    CostWriter,
    EventPasswords,
    PasswordAttemptLimiter,
    PasswordHasher,
    LinkedPublication,
    LinkedRecordWriter,
  ],
  exports: [EventsService],
})
export class EventsModule {}
