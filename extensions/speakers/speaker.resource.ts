import {
  addedTo,
  byText,
  containsWords,
  defineResource,
  fold,
  foldedWords,
  languageFilters,
  nameKey,
  shownWhole,
  statusFilter,
  textOfHtml,
  type Reader,
  type RequestContext,
  type SortKeys,
  type TextKind,
} from 'calendar-events-service';
import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { ListSpeakersQuery, SpeakerOrder } from './dto/list-speakers.query.js';
import { speakerView } from './dto/speaker.view.js';
import type { UpdateSpeakerDto } from './dto/update-speaker.dto.js';
import { Speaker, SpeakerText, type SpeakersDatabase } from './speaker.entity.js';
import { SPEAKER } from './speaker.kind.js';
import { selectSpeakers } from './speaker.select.js';

/** What is particular about the texts of speakers. */
export const SPEAKER_TEXTS: TextKind<SpeakerText> = {
  kind: SPEAKER,
  entity: SpeakerText,
  heading: 'name',
  parameter: 'name',
  empty: { description: '' },
  derive: ({ name, description }) => ({
    foldedName: nameKey(name),
    folded: fold(`${name}\n${textOfHtml(description)}`),
  }),
};

/** By what speakers can be ordered; names as readers of the language asked for expect. */
export function speakerOrders({ language }: RequestContext): SortKeys<SpeakerOrder> {
  return {
    name: byText(SPEAKER, sql.ref('t.name'), language.asked),
    date: { expression: sql`coalesce(s.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    modified: { expression: sql.ref('s.modified_at'), type: 'timestamptz', usually: 'desc' },
    id: { expression: sql.ref('s.id'), type: 'bigint' },
  };
}

/** What a list of speakers asks for. */
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
    ...words.map((word) => containsWords([sql.ref('t.folded')], [word])),
  ];
}

/** Whether somebody speaks at an event, as far as the requester may know: one with a password tells those who may edit it. */
function speaksAt(event: number, { principal }: RequestContext, now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from event_speakers as link join events as e on e.id = link.event_id
    where link.speaker_id = s.id and e.id = ${event} and ${shownWhole(principal, 'e', now)})`;
}

/** Speakers as a resource type of the record engine. */
export const SPEAKERS = defineResource({
  kind: SPEAKER,
  entity: Speaker,
  translations: SPEAKER_TEXTS,
  alias: 's',
  select: (db: QueryCreator<SpeakersDatabase>, reader: Reader) =>
    selectSpeakers(db, reader).select(addedTo(reader, SPEAKER, 's')),
  view: speakerView,
  orders: speakerOrders,
  filters: speakerFilters,
  applyFields: (speaker, { website }: UpdateSpeakerDto) => {
    if (website !== undefined) speaker.website = website;
  },
});
