import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { reportTogether } from '../kernel/errors/report-together.js';
import type { RecordKey } from '../kernel/context/record-key.js';
import { inLanguage, type RequestContext } from '../kernel/context/request-context.js';
import type { LanguageFallback } from '../kernel/language/languages.js';
import { readPage } from '../records/lists/list-reader.js';
import type { ReadQuery } from '../records/lists/page.query.js';
import { chosenOrder } from '../records/lists/sort-key.js';
import type { SentPublication } from '../records/publishing/publish.js';
import { createAll } from '../records/crud/create-all.js';
import { findOrCreate } from '../records/crud/find-or-create.js';
import { Totals } from '../records/lists/totals.js';
import { inTransaction } from '../persistence/transactions/in-transaction.js';
import { VENUE } from '../records/types/kinds.js';
import { recordsByName } from '../records/crud/records-by-name.js';
import { judge } from '../records/crud/record-rights.js';
import { Records, type DraftKey } from '../records/crud/records.js';
import { fateOf, type RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { isNamedBy } from '../records/slugs/take-slug.js';
import { TextWriter } from '../records/translations/text-writer.js';
import type { SentLink } from '../kernel/schema/link-fields.js';
import type { VenueTables } from './venue.entity.js';
import type { CreateVenueDto } from './dto/create-venue.dto.js';
import type { ListVenuesQuery } from './dto/list-venues.query.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import { venueView, type VenueList, type VenueView } from './dto/venue.view.js';
import { writeVenueFacts } from './venue-facts.js';
import { venueFilters, venueOrders, venuesFrom } from './venue-filters.js';
import { VENUE_TEXTS } from './venue-texts.js';
import { Venue } from './venue.entity.js';
import { readVenue, readVenues } from './venue.select.js';

/** Venues: who may see them, what is written, what is served. */
@Injectable()
export class VenuesService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: Records,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
  ) {}

  list(context: RequestContext, query: ListVenuesQuery): Promise<VenueList> {
    const db = this.em.getKysely<VenueTables>();
    const { now } = this.records;
    const added = this.records.added(context, VENUE, 'v');
    if (query.only_with_upcoming) context.freshness.untilNextEnd();
    return readPage(this.totals, context, query, {
      kind: VENUE,
      alias: 'v',
      sort: chosenOrder({ ...venueOrders(context), ...added.orders }, query),
      from: venuesFrom(context),
      where: [...venueFilters(context, query, now), ...added.filters(query).conditions],
      read: (page) => readVenues(db, this.records.reader(context), page),
      view: (row) => venueView(this.views, context, row),
    });
  }

  create(context: RequestContext, input: CreateVenueDto): Promise<VenueView> {
    return inTransaction(this.em, context, async (em) => {
      const [id = 0] = await this.add(em, context, [input]);
      return this.read(em, context, { id });
    });
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<VenueView> {
    return this.read(this.em, context, key, query.ml_fallback);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateVenueDto): Promise<VenueView> {
    return inTransaction(this.em, context, async (em) => {
      const venue = await this.records.lock(em, context, Venue, VENUE, key);
      await this.write(em, context, venue, input);
      await this.records.save(em, context, VENUE, venue);
      return this.read(em, context, { id: venue.id });
    });
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<VenueView> {
    return inTransaction(this.em, context, async (em) => {
      const fate = fateOf(query);
      const venue = await this.records.lock(em, context, Venue, VENUE, key, fate);
      const last = fate === 'erased' ? await this.read(em, context, { id: venue.id }) : undefined;
      if (!fate) {
        await this.texts.remove(em, VENUE_TEXTS, venue, context.language);
        this.records.review(context.principal, venue);
      } else if (last) await this.records.erase(em, VENUE, venue);
      else await this.records.trash(em, venue);
      await this.records.save(em, context, VENUE, venue);
      return last ?? this.read(em, context, { id: venue.id });
    });
  }

  /** The ids of the venues sent, in that order; those without id are found by name, else created. */
  findOrCreate(
    em: EntityManager,
    context: RequestContext,
    sent: readonly SentLink<CreateVenueDto>[],
  ): Promise<number[]> {
    const db = em.getKysely();
    const find = (names: readonly string[]) => recordsByName(db, context, VENUE, names, this.records.now);
    const create = (inputs: readonly CreateVenueDto[]) => this.add(em, context, inputs);
    return findOrCreate(db, { kind: VENUE, nameOf: (input) => input.venue, find, create }, sent);
  }

  /** Publishes a venue of this author that is still a draft, as an event that it belongs to is published. */
  async publishDraft(
    em: EntityManager,
    context: RequestContext,
    draft: DraftKey,
    sent: SentPublication,
  ): Promise<void> {
    const venue = await this.records.lockDraft(em, Venue, VENUE, draft);
    if (!venue) return;
    await this.write(em, context, venue, sent);
    await this.records.save(em, context, VENUE, venue);
  }

  private async add(em: EntityManager, context: RequestContext, inputs: readonly CreateVenueDto[]): Promise<number[]> {
    const fresh = await this.records.fresh(em, VENUE, context, inputs);
    return createAll(this.records, em, context, Venue, fresh, (venue, input) =>
      this.write(em, inLanguage(context, input.ml_language), venue, input),
    );
  }

  private async write(em: EntityManager, context: RequestContext, venue: Venue, input: UpdateVenueDto): Promise<void> {
    const texts = { name: input.venue, description: input.description };
    await reportTogether([
      () => this.records.publish(em, context, venue, input),
      () => writeVenueFacts(venue, input),
      () => this.texts.write(em, VENUE_TEXTS, venue, context.language, texts),
      () => this.records.additions.write(em, context, VENUE, venue, input),
    ]);
  }

  private async read(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    fallback?: LanguageFallback,
  ): Promise<VenueView> {
    const isWanted = isNamedBy(VENUE, sql.ref('v.id'), key);
    const row = await readVenue(em.getKysely<VenueTables>(), this.records.reader(context), isWanted);
    return venueView(this.views, context, judge(context, VENUE, row, fallback));
  }
}
