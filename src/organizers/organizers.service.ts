import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { SentLink } from '../kernel/schema/link-fields.js';
import type { DraftKey } from '../records/crud/record-store.js';
import { Records } from '../records/crud/records.js';
import type { ReadQuery } from '../records/lists/page.query.js';
import type { SentPublication } from '../records/publishing/publish.js';
import type { RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import type { CreateOrganizerDto } from './dto/create-organizer.dto.js';
import type { ListOrganizersQuery } from './dto/list-organizers.query.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import type { OrganizerList, OrganizerView } from './dto/organizer.view.js';
import { ORGANIZERS } from './organizer.resource.js';

/** Lists, reads and writes organizers. */
@Injectable()
export class OrganizersService {
  constructor(private readonly records: Records) {}

  list(context: RequestContext, query: ListOrganizersQuery): Promise<OrganizerList> {
    return this.records.list(ORGANIZERS, context, query);
  }

  create(context: RequestContext, input: CreateOrganizerDto): Promise<OrganizerView> {
    return this.records.create(ORGANIZERS, context, input);
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<OrganizerView> {
    return this.records.get(ORGANIZERS, context, key, query);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateOrganizerDto): Promise<OrganizerView> {
    return this.records.update(ORGANIZERS, context, key, input);
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<OrganizerView> {
    return this.records.remove(ORGANIZERS, context, key, query);
  }

  /** Ids of the organizers that an event links, in the given order. Organizers without an id are found by name, else created. */
  findOrCreate(
    em: EntityManager,
    context: RequestContext,
    links: readonly SentLink<CreateOrganizerDto>[],
  ): Promise<number[]> {
    return this.records.findOrCreate(ORGANIZERS, em, context, links);
  }

  /** Publishes an organizer of this author that is still a draft, along with its event. */
  publishDraft(
    em: EntityManager,
    context: RequestContext,
    draft: DraftKey,
    publication: SentPublication,
  ): Promise<void> {
    return this.records.publishDraft(ORGANIZERS, em, context, draft, publication);
  }
}
