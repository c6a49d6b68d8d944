import { addedTo, publishingSelection, serves, type PageRow, type Reader } from 'calendar-events-service';
import type { InferResult, Kysely, QueryCreator, RawBuilder, SqlBool } from 'kysely';
import type { SpeakersDatabase } from './speaker.entity.js';
import { SPEAKER } from './speaker.kind.js';

/** Reads speakers as they are served: the one statement. */
export function selectSpeakers(db: QueryCreator<SpeakersDatabase>, reader: Pick<Reader, 'asked' | 'now'>) {
  return db
    .selectFrom('speakers as s')
    .innerJoin('speaker_texts as t', (join) => join.onRef('t.speaker_id', '=', 's.id').on(serves('t', reader.asked)))
    .select(publishingSelection('s', reader.now))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations', 's.website']);
}

/** Reads the speakers of a page, in its order. */
export async function readSpeakers(db: Kysely<SpeakersDatabase>, reader: Reader, page: RawBuilder<PageRow>) {
  return selectSpeakers(db, reader)
    .select(addedTo(reader, SPEAKER, 's'))
    .innerJoin(page.as('page'), (join) => join.onRef('page.id', '=', 's.id'))
    .select('page.sort_value')
    .orderBy('page.rank')
    .execute();
}

/** Reads the speaker that fulfils a condition. */
export async function readSpeaker(db: Kysely<SpeakersDatabase>, reader: Reader, isWanted: RawBuilder<SqlBool>) {
  return selectSpeakers(db, reader)
    .select(addedTo(reader, SPEAKER, 's'))
    .where(isWanted)
    .executeTakeFirst();
}

/** A speaker as read. */
export type SpeakerRow = InferResult<ReturnType<typeof selectSpeakers>>[number];
