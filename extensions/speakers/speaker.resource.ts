import {
  extensionSelections,
  containsWordsCondition,
  defineResource,
  fold,
  foldedWords,
  languageFilters,
  foldedNameKey,
  publishableSortKeys,
  unprotectedEventCondition,
  statusFilter,
  htmlToText,
  type ReadScope,
  type RequestContext,
  type TranslationDefinition,
} from 'calendar-events-service';
import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { ListSpeakersQuery } from './dto/list-speakers.query.js';
import { speakerView } from './dto/speaker.view.js';
import type { UpdateSpeakerDto } from './dto/update-speaker.dto.js';
import { Speaker, SpeakerTranslation, type SpeakerTables } from './speaker.entity.js';
import { SPEAKER } from './speaker.kind.js';
import { selectSpeakers } from './speaker.select.js';

/** Translated columns of speakers, and the columns derived from them. */
export const SPEAKER_TRANSLATIONS: TranslationDefinition<SpeakerTranslation> = {
  kind: SPEAKER,
  entity: SpeakerTranslation,
  titleColumn: 'name',
  titleParameter: 'name',
  defaults: { description: '' },
  derive: ({ name, description }) => ({
    nameKey: foldedNameKey(name),
    searchText: fold(`${name}\n${htmlToText(description)}`),
  }),
};

/** The conditions of a list of speakers. */
export function speakerFilters(
  context: RequestContext,
  query: ListSpeakersQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const id = sql.ref<number>('s.id');
  const words = foldedWords(query.search ?? '');
  return [
    statusFilter(context.principal, 's', query.status, now),
    ...languageFilters(SPEAKER, id, context, query),
    ...(query.include ? [sql<SqlBool>`${id} = any (${query.include}::bigint[])`] : []),
    ...(query.event === undefined ? [] : [speaksAt(query.event, context, now)]),
    ...words.map((word) => containsWordsCondition([sql.ref('t.search_text')], [word])),
  ];
}

/** The condition that a speaker is linked to an event. The links of an event with a password are visible to callers who may edit it. */
function speaksAt(event: number, { principal }: RequestContext, now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from event_speakers as link join events as e on e.id = link.event_id
    where link.speaker_id = s.id and e.id = ${event} and ${unprotectedEventCondition(principal, 'e', now)})`;
}

/** Speakers as a resource type of the record engine. */
export const SPEAKERS = defineResource({
  kind: SPEAKER,
  entity: Speaker,
  translations: SPEAKER_TRANSLATIONS,
  alias: 's',
  select: (db: QueryCreator<SpeakerTables>, scope: ReadScope) =>
    selectSpeakers(db, scope).select(extensionSelections(scope, SPEAKER, 's')),
  view: speakerView,
  orders: (context) => publishableSortKeys(SPEAKER, 's', context),
  filters: speakerFilters,
  applyFields: (speaker, { website }: UpdateSpeakerDto) => {
    if (website !== undefined) speaker.website = website;
  },
});
