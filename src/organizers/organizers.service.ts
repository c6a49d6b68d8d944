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
import { ORGANIZER } from '../records/types/kinds.js';
import { recordsByName } from '../records/crud/records-by-name.js';
import { judge } from '../records/crud/record-rights.js';
import { RecordStore, type DraftKey } from '../records/crud/record-store.js';
import { fateOf, type RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { isNamedBy } from '../records/slugs/take-slug.js';
import { TextWriter } from '../records/translations/text-writer.js';
import type { SentLink } from '../kernel/schema/link-fields.js';
import type { OrganizerTables } from './organizer.entity.js';
import type { CreateOrganizerDto } from './dto/create-organizer.dto.js';
import type { ListOrganizersQuery } from './dto/list-organizers.query.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import { organizerView, type OrganizerList, type OrganizerView } from './dto/organizer.view.js';
import { writeOrganizerFacts } from './organizer-facts.js';
import { organizerFilters, organizerOrders, organizersFrom } from './organizer-filters.js';
import { ORGANIZER_TEXTS } from './organizer-texts.js';
import { Organizer } from './organizer.entity.js';
import { readOrganizer, readOrganizers } from './organizer.select.js';

/** Organizers: who may see them, what is written, what is served. */
@Injectable()
export class OrganizersService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: RecordStore,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
  ) {}

  list(context: RequestContext, query: ListOrganizersQuery): Promise<OrganizerList> {
    const db = this.em.getKysely<OrganizerTables>();
    const { now } = this.records;
    const added = this.records.added(context, ORGANIZER, 'o');
    if (query.only_with_upcoming) context.freshness.untilNextEnd();
    return readPage(this.totals, context, query, {
      kind: ORGANIZER,
      alias: 'o',
      sort: chosenOrder({ ...organizerOrders(context), ...added.orders }, query),
      from: organizersFrom(context),
      where: [...organizerFilters(context, query, now), ...added.filters(query).conditions],
      read: (page) => readOrganizers(db, this.records.reader(context), page),
      view: (row) => organizerView(this.views, context, row),
    });
  }

  create(context: RequestContext, input: CreateOrganizerDto): Promise<OrganizerView> {
    return inTransaction(this.em, context, async (em) => {
      const [id = 0] = await this.add(em, context, [input]);
      return this.read(em, context, { id });
    });
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<OrganizerView> {
    return this.read(this.em, context, key, query.ml_fallback);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateOrganizerDto): Promise<OrganizerView> {
    return inTransaction(this.em, context, async (em) => {
      const organizer = await this.records.lock(em, context, Organizer, ORGANIZER, key);
      await this.write(em, context, organizer, input);
      await this.records.save(em, context, ORGANIZER, organizer);
      return this.read(em, context, { id: organizer.id });
    });
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<OrganizerView> {
    return inTransaction(this.em, context, async (em) => {
      const fate = fateOf(query);
      const organizer = await this.records.lock(em, context, Organizer, ORGANIZER, key, fate);
      const last = fate === 'erased' ? await this.read(em, context, { id: organizer.id }) : undefined;
      if (!fate) {
        await this.texts.remove(em, ORGANIZER_TEXTS, organizer, context.language);
        this.records.review(context.principal, organizer);
      } else if (last) await this.records.erase(em, ORGANIZER, organizer);
      else await this.records.trash(em, organizer);
      await this.records.save(em, context, ORGANIZER, organizer);
      return last ?? this.read(em, context, { id: organizer.id });
    });
  }

  /** The ids of the organizers sent, in that order; those without id are found by name, else created. */
  findOrCreate(
    em: EntityManager,
    context: RequestContext,
    sent: readonly SentLink<CreateOrganizerDto>[],
  ): Promise<number[]> {
    const db = em.getKysely();
    const find = (names: readonly string[]) => recordsByName(db, context, ORGANIZER, names, this.records.now);
    const create = (inputs: readonly CreateOrganizerDto[]) => this.add(em, context, inputs);
    return findOrCreate(db, { kind: ORGANIZER, nameOf: (input) => input.organizer, find, create }, sent);
  }

  /** Publishes an organizer of this author that is still a draft, as an event that it belongs to is published. */
  async publishDraft(
    em: EntityManager,
    context: RequestContext,
    draft: DraftKey,
    sent: SentPublication,
  ): Promise<void> {
    const organizer = await this.records.lockDraft(em, Organizer, ORGANIZER, draft);
    if (!organizer) return;
    await this.write(em, context, organizer, sent);
    await this.records.save(em, context, ORGANIZER, organizer);
  }

  private async add(
    em: EntityManager,
    context: RequestContext,
    inputs: readonly CreateOrganizerDto[],
  ): Promise<number[]> {
    const fresh = await this.records.fresh(em, ORGANIZER, context, inputs);
    return createAll(this.records, em, context, Organizer, fresh, (organizer, input) =>
      this.write(em, inLanguage(context, input.ml_language), organizer, input),
    );
  }

  private async write(
    em: EntityManager,
    context: RequestContext,
    organizer: Organizer,
    input: UpdateOrganizerDto,
  ): Promise<void> {
    const texts = { name: input.organizer, description: input.description };
    await reportTogether([
      () => this.records.publish(em, context, organizer, input),
      () => writeOrganizerFacts(organizer, input),
      () => this.texts.write(em, ORGANIZER_TEXTS, organizer, context.language, texts),
      () => this.records.additions.write(em, context, ORGANIZER, organizer, input),
    ]);
  }

  private async read(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    fallback?: LanguageFallback,
  ): Promise<OrganizerView> {
    const isWanted = isNamedBy(ORGANIZER, sql.ref('o.id'), key);
    const row = await readOrganizer(em.getKysely<OrganizerTables>(), this.records.reader(context), isWanted);
    return organizerView(this.views, context, judge(context, ORGANIZER, row, fallback));
  }
}
