import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../common/http/request-context.js';
import { PageOf } from '../../common/pagination/page.view.js';
import { PublishedView } from '../../common/records/record.view.js';
import type { ViewBuilder } from '../../common/records/view-builder.js';
import type { OrganizerRow } from '../organizer.select.js';

/** An organizer as served. */
export class OrganizerView extends PublishedView {
  @ApiProperty({ description: 'fields.organizer_name' })
  organizer!: string;

  @ApiProperty({ description: 'fields.phone', type: String, nullable: true })
  phone!: string | null;

  @ApiProperty({ description: 'fields.website', type: String, nullable: true })
  website!: string | null;

  @ApiProperty({ description: 'fields.email', type: String, nullable: true })
  email!: string | null;
}

/** A page of organizers. */
export class OrganizerList extends PageOf('organizers', OrganizerView) {}

/** Shapes an organizer. */
export function organizerView(views: ViewBuilder, context: RequestContext, row: OrganizerRow): OrganizerView {
  return {
    ...views.published(context, 'organizers', row),
    organizer: row.name,
    phone: row.phone,
    website: row.website,
    email: row.email,
  };
}
