import { publishableSelection, servedTranslationCondition, type ReadScope } from 'calendar-events-service';
import type { InferResult, QueryCreator } from 'kysely';
import type { SpeakerTables } from './speaker.entity.js';

/** Selects speakers for every response that has them. */
export function selectSpeakers(db: QueryCreator<SpeakerTables>, scope: Pick<ReadScope, 'language' | 'now'>) {
  return db
    .selectFrom('speakers as s')
    .innerJoin('speaker_translations as t', (join) =>
      join.onRef('t.speaker_id', '=', 's.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(publishableSelection('s', scope.now))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations', 's.website']);
}

/** A row of the select of speakers. */
export type SpeakerRow = InferResult<ReturnType<typeof selectSpeakers>>[number];
