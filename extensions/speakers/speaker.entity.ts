import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import {
  CalendarEvent,
  DERIVED_COLUMN_GROUP,
  publishingColumns,
  slugColumns,
  translationColumns,
} from 'calendar-events-service';
import { SPEAKER } from './speaker.kind.js';

/** A person who speaks at events. */
export const SpeakerSchema = defineEntity({
  name: 'Speaker',
  tableName: 'speakers',
  properties: {
    ...publishingColumns,
    website: p.text().nullable(),
  },
});
export class Speaker extends SpeakerSchema.class {
  static readonly kind = SPEAKER;
}
SpeakerSchema.setClass(Speaker);

/** Texts of a speaker in one language. */
export const SpeakerTranslationSchema = defineEntity({
  name: 'SpeakerTranslation',
  tableName: 'speaker_translations',
  primaryKeys: ['speaker', 'language'],
  properties: {
    speaker: () => p.manyToOne(Speaker).primary(),
    ...translationColumns,
    name: p.text(),
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});
export class SpeakerTranslation extends SpeakerTranslationSchema.class {}
SpeakerTranslationSchema.setClass(SpeakerTranslation);

/** Current and former slugs of speakers. */
export const SpeakerSlugSchema = defineEntity({
  name: 'SpeakerSlug',
  tableName: 'speaker_slugs',
  properties: { ...slugColumns, speakerId: p.bigint('number') },
});

/** Links of events to speakers, in the order of `position`. */
export const EventSpeakerSchema = defineEntity({
  name: 'EventSpeaker',
  tableName: 'event_speakers',
  primaryKeys: ['event', 'speaker'],
  properties: {
    event: () => p.manyToOne(CalendarEvent).primary(),
    speaker: () => p.manyToOne(Speaker).primary(),
    position: p.smallint(),
  },
});
export class EventSpeaker extends EventSpeakerSchema.class {}
EventSpeakerSchema.setClass(EventSpeaker);

export const SPEAKER_ENTITIES = [SpeakerSchema, SpeakerTranslationSchema, SpeakerSlugSchema, EventSpeakerSchema];

/** Tables of speakers, for Kysely. */
export type SpeakerTables = InferKyselyDB<
  typeof SpeakerSchema | typeof SpeakerTranslationSchema | typeof SpeakerSlugSchema | typeof EventSpeakerSchema
>;
