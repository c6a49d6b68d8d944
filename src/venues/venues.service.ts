import { Injectable } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { RecordReader } from '../records/crud/record-reader.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ReadQuery } from '../records/lists/base.query.js';
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
}
