import type { InferResult, QueryCreator } from 'kysely';
import { publishableSelection } from '../records/publishing/publishing.select.js';
import { ORGANIZER } from '../kinds/calendar-kinds.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import { qualifiedColumns } from '../kinds/text-columns.js';
import { ORGANIZER_TEXT_COLUMNS, type OrganizerTables } from './organizer.entity.js';

/** Selects organizers for every response that has them: single records, lists, and events. */
export function selectOrganizers(db: QueryCreator<OrganizerTables>, scope: ReadScope) {
  return db
    .selectFrom('organizers as o')
    .innerJoin('organizer_translations as t', (join) =>
      join.onRef('t.organizer_id', '=', 'o.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(publishableSelection('o', scope.now))
    .select(extensionSelections(scope, ORGANIZER, 'o'))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(qualifiedColumns('o', ORGANIZER_TEXT_COLUMNS));
}

export type OrganizerRow = InferResult<ReturnType<typeof selectOrganizers>>[number];
