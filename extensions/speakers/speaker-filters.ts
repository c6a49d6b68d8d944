import {
  byText,
  containsWords,
  foldedWords,
  languageFilters,
  serves,
  shownWhole,
  statusFilter,
  type RequestContext,
  type SortKeys,
} from 'calendar-events-service';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListSpeakersQuery, SpeakerOrder } from './dto/list-speakers.query.js';
import { SPEAKER } from './speaker.kind.js';

/** By what speakers can be ordered; names as readers of the language asked for expect. */
export function speakerOrders({ language }: RequestContext): SortKeys<SpeakerOrder> {
  return {
    name: byText(SPEAKER, sql.ref('t.name'), language.asked),
    date: { expression: sql`coalesce(s.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    modified: { expression: sql.ref('s.modified_at'), type: 'timestamptz', usually: 'desc' },
    id: { expression: sql.ref('s.id'), type: 'bigint' },
  };
}

/** Where speakers are looked for, in the language asked for. */
export function speakersFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`speakers as s join speaker_texts as t on t.speaker_id = s.id and ${serves('t', language.asked)}`;
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
