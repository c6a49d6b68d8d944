import { join } from 'node:path';
import { CalendarExtension } from 'calendar-events-service';
import { CreateSpeakers } from './migrations/20261201000000-speakers.js';
import { SPEAKER_ENTITIES } from './speaker.entity.js';
import { SpeakersController } from './speakers.controller.js';
import { EventSpeakersExtension } from './event-speakers.extension.js';
import { SpeakersService } from './speakers.service.js';

/** Adds speakers, a resource with translations, permissions and slugs, and links them to events. */
@CalendarExtension({
  name: 'speakers',
  controllers: [SpeakersController],
  providers: [SpeakersService, EventSpeakersExtension],
  entities: SPEAKER_ENTITIES,
  migrations: [{ name: '20261201000000-speakers', class: CreateSpeakers }],
  messages: join(import.meta.dirname, 'i18n'),
})
export class SpeakersModule {}
