import { publishingSelection, serves, type Reader } from 'calendar-events-service';
import type { InferResult, QueryCreator } from 'kysely';
import type { SpeakersDatabase } from './speaker.entity.js';

/** Reads speakers as they are served: the one statement. */
export function selectSpeakers(db: QueryCreator<SpeakersDatabase>, reader: Pick<Reader, 'asked' | 'now'>) {
  return db
    .selectFrom('speakers as s')
    .innerJoin('speaker_texts as t', (join) => join.onRef('t.speaker_id', '=', 's.id').on(serves('t', reader.asked)))
    .select(publishingSelection('s', reader.now))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations', 's.website']);
}

/** A speaker as read. */
export type SpeakerRow = InferResult<ReturnType<typeof selectSpeakers>>[number];
