import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  chosenOrder,
  createAll,
  fateOf,
  inTransaction,
  isNamedBy,
  judge,
  readPage,
  RecordStore,
  reportTogether,
  TextWriter,
  Totals,
  ViewBuilder,
  type LanguageFallback,
  type ReadQuery,
  type RecordKey,
  type RemoveRecordQuery,
  type RequestContext,
} from 'calendar-events-service';
import { sql } from 'kysely';
import type { CreateSpeakerDto } from './dto/create-speaker.dto.js';
import type { ListSpeakersQuery } from './dto/list-speakers.query.js';
import { speakerView, type SpeakerList, type SpeakerView } from './dto/speaker.view.js';
import type { UpdateSpeakerDto } from './dto/update-speaker.dto.js';
import { speakerFilters, speakerOrders, speakersFrom } from './speaker-filters.js';
import { SPEAKER_TEXTS } from './speaker-texts.js';
import { Speaker, type SpeakersDatabase } from './speaker.entity.js';
import { SPEAKER } from './speaker.kind.js';
import { readSpeaker, readSpeakers } from './speaker.select.js';

/** Speakers: who may see them, what is written, what is served. */
@Injectable()
export class SpeakersService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: RecordStore,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
  ) {}

  list(context: RequestContext, query: ListSpeakersQuery): Promise<SpeakerList> {
    const db = this.em.getKysely<SpeakersDatabase>();
    const added = this.records.added(context, SPEAKER, 's');
    return readPage(this.totals, context, query, {
      kind: SPEAKER,
      alias: 's',
      sort: chosenOrder({ ...speakerOrders(context), ...added.orders }, query),
      from: speakersFrom(context),
      where: [...speakerFilters(context, query, this.records.now), ...added.filters(query).conditions],
      read: (page) => readSpeakers(db, this.records.reader(context), page),
      view: (row) => speakerView(this.views, context, row),
    });
  }

  create(context: RequestContext, input: CreateSpeakerDto): Promise<SpeakerView> {
    return inTransaction(this.em, context, async (em) => {
      const fresh = await this.records.fresh(em, SPEAKER, context, [input]);
      const [id = 0] = await createAll(this.records, em, context, Speaker, fresh, (speaker, each) =>
        this.write(em, context, speaker, each),
      );
      return this.read(em, context, { id });
    });
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<SpeakerView> {
    return this.read(this.em, context, key, query.ml_fallback);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateSpeakerDto): Promise<SpeakerView> {
    return inTransaction(this.em, context, async (em) => {
      const speaker = await this.records.lock(em, context, Speaker, SPEAKER, key);
      await this.write(em, context, speaker, input);
      await this.records.save(em, context, SPEAKER, speaker);
      return this.read(em, context, { id: speaker.id });
    });
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<SpeakerView> {
    return inTransaction(this.em, context, async (em) => {
      const fate = fateOf(query);
      const speaker = await this.records.lock(em, context, Speaker, SPEAKER, key, fate);
      const last = fate === 'erased' ? await this.read(em, context, { id: speaker.id }) : undefined;
      if (!fate) {
        await this.texts.remove(em, SPEAKER_TEXTS, speaker, context.language);
        this.records.review(context.principal, speaker);
      } else if (last) await this.records.erase(em, SPEAKER, speaker);
      else await this.records.trash(em, speaker);
      await this.records.save(em, context, SPEAKER, speaker);
      return last ?? this.read(em, context, { id: speaker.id });
    });
  }

  private async write(
    em: EntityManager,
    context: RequestContext,
    speaker: Speaker,
    input: UpdateSpeakerDto,
  ): Promise<void> {
    const texts = { name: input.name, description: input.description, slug: input.slug };
    if (input.website !== undefined) speaker.website = input.website;
    await reportTogether([
      () => this.records.publish(em, context, speaker, input),
      () => this.texts.write(em, SPEAKER_TEXTS, speaker, context.language, texts),
      () => this.records.additions.write(em, context, SPEAKER, speaker, input),
    ]);
  }

  private async read(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    fallback?: LanguageFallback,
  ): Promise<SpeakerView> {
    const isWanted = isNamedBy(SPEAKER, sql.ref('s.id'), key);
    const row = await readSpeaker(em.getKysely<SpeakersDatabase>(), this.records.reader(context), isWanted);
    return speakerView(this.views, context, judge(context, SPEAKER, row, fallback));
  }
}
