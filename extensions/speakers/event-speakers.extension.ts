import { EntityManager } from '@mikro-orm/postgresql';
import {
  ExtendsRecord,
  CalendarEvent,
  EVENT,
  readableCondition,
  RecordStore,
  ViewBuilder,
  writeLinks,
  type ExtensionFilter,
  type RecordScope,
  type RecordExtension,
  type RequestContext,
} from 'calendar-events-service';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { SpeakersFilter, SpeakersInput, SpeakersView } from './dto/event-speakers.dto.js';
import { speakerView } from './dto/speaker.view.js';
import { EventSpeaker, Speaker, type SpeakerTables } from './speaker.entity.js';
import { SPEAKER } from './speaker.kind.js';
import { selectSpeakers, type SpeakerRow } from './speaker.select.js';

const EVENT_SPEAKERS = { entity: EventSpeaker, from: EVENT, to: SPEAKER, target: Speaker };

/** Adds speakers to events: a parameter, a member of responses, and a filter of lists. */
@ExtendsRecord(EVENT, { input: SpeakersInput, query: SpeakersFilter, view: SpeakersView })
export class EventSpeakersExtension implements RecordExtension<
  SpeakersView,
  SpeakersInput,
  SpeakersFilter,
  SpeakerRow[]
> {
  constructor(
    private readonly em: EntityManager,
    private readonly records: RecordStore,
    private readonly views: ViewBuilder,
  ) {}

  select({ id, language, now, caller }: RecordScope) {
    return jsonArrayFrom(
      selectSpeakers(this.em.getKysely<SpeakerTables>(), { language, now })
        .innerJoin('event_speakers as link', 'link.speaker_id', 's.id')
        .where('link.event_id', '=', id)
        .where(readableCondition(caller, 's', now))
        .orderBy('link.position'),
    );
  }

  members(context: RequestContext, stored: SpeakerRow[] = []): SpeakersView {
    return { speaker: stored.map((row) => speakerView(this.views, context, row)) };
  }

  filters(_context: RequestContext, { speaker }: SpeakersFilter, { id }: RecordScope): ExtensionFilter[] {
    if (!speaker) return [];
    const hasSpeaker = sql<boolean>`exists (
      select from event_speakers as link where link.event_id = ${id} and link.speaker_id = any (${speaker}::bigint[]))`;
    return [{ condition: hasSpeaker }];
  }

  async write(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    { speaker }: SpeakersInput,
  ): Promise<void> {
    if (speaker === undefined) return;
    const findReadable = this.records.readableIdsLookupFor({ em, context });
    await writeLinks(em, EVENT_SPEAKERS, event, { ids: speaker ?? [], findReadable });
  }
}
