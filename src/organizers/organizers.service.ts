import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ReadQuery } from '../records/lists/base.query.js';
import type { RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import type { CreateOrganizerDto } from './dto/create-organizer.dto.js';
import type { ListOrganizersQuery } from './dto/list-organizers.query.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import type { OrganizerList, OrganizerView } from './dto/organizer.view.js';
import { ORGANIZERS } from './organizer.resource.js';

/** Lists, reads and writes organizers. */
@Injectable()
export class OrganizersService {
  constructor(
    private readonly reader: RecordReader,
    private readonly writer: RecordWriter,
  ) {}

  list(context: RequestContext, query: ListOrganizersQuery): Promise<OrganizerList> {
    return this.reader.list(ORGANIZERS, context, query);
  }

  create(context: RequestContext, input: CreateOrganizerDto): Promise<OrganizerView> {
    return this.writer.create(ORGANIZERS, context, input);
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<OrganizerView> {
    return this.reader.get(ORGANIZERS, context, key, query);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateOrganizerDto): Promise<OrganizerView> {
    return this.writer.update(ORGANIZERS, context, key, input);
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<OrganizerView> {
    return this.writer.remove(ORGANIZERS, context, key, query);
  }
}
