import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { LinkInput } from '../kernel/schema/reference-fields.js';
import type { DraftKey } from '../records/crud/record-store.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter, type ResolvedIds } from '../records/crud/record-writer.js';
import type { ReadQuery } from '../records/lists/page.query.js';
import type { PublicationInput } from '../records/publishing/publication.js';
import type { RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import type { CreateVenueDto } from './dto/create-venue.dto.js';
import type { ListVenuesQuery } from './dto/list-venues.query.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import type { VenueList, VenueView } from './dto/venue.view.js';
import { VENUES } from './venue.resource.js';

/** Lists, reads and writes venues. */
@Injectable()
export class VenuesService {
  constructor(
    private readonly reader: RecordReader,
    private readonly writer: RecordWriter,
  ) {}

  list(context: RequestContext, query: ListVenuesQuery): Promise<VenueList> {
    return this.reader.list(VENUES, context, query);
  }

  create(context: RequestContext, input: CreateVenueDto): Promise<VenueView> {
    return this.writer.create(VENUES, context, input);
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<VenueView> {
    return this.reader.get(VENUES, context, key, query);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateVenueDto): Promise<VenueView> {
    return this.writer.update(VENUES, context, key, input);
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<VenueView> {
    return this.writer.remove(VENUES, context, key, query);
  }

  /** Resolves the venues that an event links. Venues without an id are found by name, else created. */
  findOrCreate(
    em: EntityManager,
    context: RequestContext,
    links: readonly LinkInput<CreateVenueDto>[],
  ): Promise<ResolvedIds> {
    return this.writer.findOrCreate(VENUES, em, context, links);
  }

  /** Publishes a venue of this author that is still a draft, along with its event. */
  publishDraft(
    em: EntityManager,
    context: RequestContext,
    draft: DraftKey,
    publication: PublicationInput,
  ): Promise<void> {
    return this.writer.publishDraft(VENUES, { em, context }, draft, publication);
  }
}
