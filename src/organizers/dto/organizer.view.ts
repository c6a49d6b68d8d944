import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import { ORGANIZER } from '../../kinds/calendar-kinds.js';
import { PublishableView } from '../../records/views/record.view.js';
import { ExtensibleRecordView } from '../../records/views/extensible-record-view.decorator.js';
import type { ViewBuilder } from '../../records/views/view-builder.js';
import type { OrganizerRow } from '../organizer.select.js';

/** An organizer in a response. */
@ExtensibleRecordView(ORGANIZER, { description: '' })
export class OrganizerView extends PublishableView {
  @ApiProperty({ description: 'fields.organizer_name', example: 'examples.organizer.organizer' })
  organizer!: string;

  @ApiProperty({ description: 'fields.phone', type: String, nullable: true, example: '+34 977 000 000' })
  phone!: string | null;

  @ApiProperty({
    description: 'fields.website',
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://coral.example/',
  })
  website!: string | null;

  @ApiProperty({
    description: 'fields.email',
    type: String,
    format: 'email',
    nullable: true,
    example: 'info@coral.example',
  })
  email!: string | null;
}

/** A page of organizers. */
export class OrganizerList extends PageOf(ORGANIZER, OrganizerView) {}

/** Builds the view of an organizer. */
export function organizerView(views: ViewBuilder, context: RequestContext, row: OrganizerRow): OrganizerView {
  return {
    ...views.publishableView(context, ORGANIZER, row),
    organizer: row.name,
    phone: row.phone,
    website: row.website,
    email: row.email,
  };
}
