import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { findReadableIds } from './find-readable-ids.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { RecordKey } from '../../kernel/context/record-key.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { ImageInput } from '../images/image.field.js';
import { storeImages, setImage, type HasImage } from '../images/set-image.js';
import {
  restrictToRole,
  applyPublication,
  type Publishable,
  type PublicationInput,
  type ZoneChange,
} from '../publishing/publication.js';
import { insertSlugs, findIdBySlug, releaseSlugs } from '../translations/slugs.js';
import { Strategies } from '../extension-points/strategies.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlMoment, sqlNow } from '../../persistence/sql-now.js';
import type { ReferenceTime } from '../../kernel/time/parse-relative-date-time.js';
import { RecordExtensions } from '../extension-points/record-extensions.js';
import { WriteSideEffects } from '../hooks/write-side-effects.js';
import { isNew } from '../../persistence/transactions/is-new.js';
import type { RecordKind, ReferenceTarget } from '../../kernel/context/record-kind.js';
import { kindsIn } from '../types/kinds.js';
import { bumpReferrers } from './referrers.js';
import { readScopeOf, type ReadScope } from './fetch-records.js';
import { assertEditable, assertNotInTrash, lockRow } from './record-access.js';
import type { DeletionMode } from '../publishing/remove-record.query.js';

/** An entity whose writes are counted. */
export interface Versioned {
  id: number;
  version: number;
  modifiedAt: Date;
  trashedAt?: Date | null | undefined;
}

/** A draft, and whose it is. */
export interface DraftKey {
  readonly id: number;
  readonly authorId: number;
}

/** Which of some ids name records that the requester may read. */
export type ReadableIdsLookup = (of: ReferenceTarget, ids: readonly number[]) => Promise<ReadonlySet<number>>;

/** Finding, judging and saving records: what is the same for every kind. */
@Injectable()
export class RecordStore {
  constructor(
    private readonly clock: Clock,
    readonly extensions: RecordExtensions,
    readonly sideEffects: WriteSideEffects,
    readonly strategies: Strategies,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** The present, for statements. */
  get now(): RawBuilder<Date> {
    return sqlNow(this.clock);
  }

  /** The present, for what is relative to it. */
  get referenceTime(): ReferenceTime {
    return { nowMs: this.clock.now(), zone: this.timezone };
  }

  /** For whom a request reads. */
  readScope(context: RequestContext): ReadScope {
    return readScopeOf(context, this.now, this.extensions);
  }

  /** What extensions have added to a list, by the alias of its table. */
  listExtension(context: RequestContext, kind: RecordKind, alias: string): ReturnType<RecordExtensions['forList']> {
    return this.extensions.forList(context, kind, { ...this.readScope(context), alias });
  }

  /** The zone of wall clocks that name none. */
  get timezone(): string {
    return this.configuration.TIMEZONE;
  }

  /** The start of the transaction by the database's clock, as publication is judged by it. */
  databaseNow(em: EntityManager): Promise<Date> {
    return selectInstant(em, this.now);
  }

  /** For one requester: which ids name records that he may read. */
  readableIdsFor(em: EntityManager, { principal }: RequestContext): ReadableIdsLookup {
    return (target, ids) => findReadableIds(em, principal, target, ids, this.now);
  }

  /**
   * Loads and locks the record an address names, if the requester may edit it, until the end of the transaction.
   * @param mode what will become of it, where it does not stay
   * @throws {ApiError} `<kind>_not_found`, `forbidden`, `<kind>_in_trash`, `precondition_failed`, `precondition_required`
   */
  async lock<Entity extends Versioned>(
    em: EntityManager,
    { principal, precondition }: RequestContext,
    entity: new () => Entity,
    kind: RecordKind,
    key: RecordKey,
    mode?: DeletionMode,
  ): Promise<Entity> {
    const id = 'id' in key ? key.id : await findIdBySlug(em.getKysely(), kind, key.slug);
    if (!id) throw new ApiError(`${kind.name}_not_found`);
    // Before, as nobody is to wait for what he may not know of; and again, as it may have changed meanwhile.
    await this.assertEditable(em, principal, kind, id);
    await lockRow(em.getKysely(), { kind, id }, mode === 'erased');
    await this.assertEditable(em, principal, kind, id);
    const record = await em.findOne(entity as new () => Versioned, { id });
    if (!record) throw new ApiError(`${kind.name}_not_found`);
    if (mode === 'trashed') assertNotInTrash(kind, record);
    precondition.assertHolds(record.version);
    return record as Entity;
  }

  /** Loads and locks a draft of an author, if it is still one when its lock is had. */
  async lockDraft<Entity extends Versioned>(
    em: EntityManager,
    entity: new () => Entity,
    kind: RecordKind,
    draft: DraftKey,
  ): Promise<Entity | null> {
    await lockRow(em.getKysely(), { kind, id: draft.id });
    const criteria: object = { ...draft, status: 'draft', trashedAt: null };
    return (await em.findOne(entity as new () => Versioned, criteria)) as Entity | null;
  }

  /** Whether the requester may edit a record: see {@link assertEditable}. */
  assertEditable(em: EntityManager, principal: Principal, kind: RecordKind, id: number): Promise<void> {
    return assertEditable(em.getKysely(), principal, { kind, id }, sqlMoment(this.clock));
  }

  /** Flushes a record that was stored before; if anything of it changed, its version and date say so. */
  async save(em: EntityManager, context: RequestContext, kind: RecordKind, record: Versioned): Promise<void> {
    const work = em.getUnitOfWork();
    work.computeChangeSets();
    const changes = work.getChangeSets();
    if (changes.length === 0 && work.getRemoveStack().size === 0) return;
    await this.sideEffects.runHooks(em, context);
    record.version += 1;
    record.modifiedAt = await selectInstant(em, sqlMoment(this.clock));
    await this.sideEffects.auditAndPublish(em, context, record.modifiedAt);
    await em.flush();
    await releaseSlugs(em.getKysely(), kind, record.id);
  }

  /** Has a record deleted for good by the next flush; what others lose with it counts as a write of theirs. */
  async deletePermanently(em: EntityManager, kind: RecordKind, record: Versioned): Promise<void> {
    await bumpReferrers(em, kind, record.id);
    em.remove(record);
  }

  /** What is sent to create records that have an author, each with the columns that nobody sends. */
  async withDefaults<Input>(
    em: EntityManager,
    kind: RecordKind,
    { principal }: RequestContext,
    inputs: readonly Input[],
    slugs?: readonly string[],
  ) {
    const status = hasPrivilege(principal, 'publish') ? ('publish' as const) : ('draft' as const);
    const defaults = { authorId: principal.id, status, customFields: {} };
    const newRecords = await this.withIds(em, kind, inputs, slugs);
    return newRecords.map(({ columns, ...each }) => ({ ...each, columns: { ...columns, ...defaults } }));
  }

  /**
   * What is sent, each with id and dates of its record. Ids are known before they are stored, so that slugs can be taken.
   * @param slugs those wanted, where they are known before the ids; each that is free is taken at once, and told
   */
  async withIds<Input>(
    em: EntityManager,
    kind: RecordKind,
    inputs: readonly Input[],
    slugs: readonly string[] = inputs.map(() => ''),
  ) {
    const { rows } = await sql<{ id: number; now: number; slug: string | null }>`
      with fresh as materialized (
        select nextval(pg_get_serial_sequence(${kind.table}, 'id')) as id, slug
        from unnest(${slugs}::text[]) with ordinality as wanted (slug, place) order by place
      ),
      taken as (${insertSlugs(kind, sql`select slug, id, true from fresh where slug <> ''`)})
      select fresh.id, taken.slug, extract(epoch from ${this.now})::float8 as now
      from fresh left join taken on taken.id = fresh.id order by id
    `.execute(em.getKysely());
    return inputs.map((input, index) => {
      const { id = 0, now = 0, slug } = rows[index] ?? {};
      const dates = { createdAt: new Date(now * 1000), modifiedAt: new Date(now * 1000) };
      return { input, slug: slug ?? undefined, columns: { id, ...dates, version: 1 } };
    });
  }

  /** Writes what is sent of a record's publication, image and custom fields. */
  async applyPublishing(
    em: EntityManager,
    { principal }: RequestContext,
    record: Publishable & HasImage & { createdAt: Date; customFields: Record<string, unknown> },
    input: PublicationInput & { image?: ImageInput | null; custom_fields?: Record<string, unknown> | null },
    zones: ZoneChange = { before: this.timezone, after: this.timezone },
  ): Promise<void> {
    const allowed = restrictToRole(principal, record, input);
    applyPublication(record, allowed, isNew(em, record) ? record.createdAt : await this.databaseNow(em), zones);
    this.requireReview(principal, record);
    await setImage(em.getKysely(), record, input.image, { principal, now: this.now, kinds: kindsIn(em) });
    if (input.custom_fields !== undefined)
      record.customFields = this.extensions.mergeCustomFields(em, record, input.custom_fields ?? {});
  }

  /** What somebody changes who may not make records public waits for an editor, though it was scheduled: nobody has read it yet. */
  requireReview(principal: Principal, record: Publishable): void {
    if (record.status === 'publish' && !hasPrivilege(principal, 'publish')) record.status = 'pending';
  }

  /** Remembers the images of several records that are written together, see {@link storeImages}. */
  storeImages(
    em: EntityManager,
    { principal }: RequestContext,
    images: readonly (ImageInput | null | undefined)[],
  ): Promise<void> {
    return storeImages(em.getKysely(), images, { principal, now: this.now, kinds: kindsIn(em) });
  }

  /** Puts a record that was locked for it into the trash. */
  async trash(em: EntityManager, record: Versioned): Promise<void> {
    record.trashedAt = await this.databaseNow(em);
  }
}

async function selectInstant(em: EntityManager, expression: RawBuilder<Date>): Promise<Date> {
  const { rows } = await sql<{ epoch: number }>`select extract(epoch from ${expression})::float8 as epoch`.execute(
    em.getKysely(),
  );
  return new Date((rows[0]?.epoch ?? 0) * 1000);
}
