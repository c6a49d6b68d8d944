import { PublishingFields } from '../../records/publishing/publishing.fields.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { ORGANIZER } from '../../kinds/calendar-kinds.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { EmailField, TextField, UrlField } from '../../kernel/schema/fields.js';
import { OrganizerView } from './organizer.view.js';

/** Fields of a new organizer. */
@AcceptsViewMembers(() => OrganizerView)
@Extensible(ORGANIZER, 'input')
export class CreateOrganizerDto extends PublishingFields {
  @TextField({ required: true, description: 'organizer_name', example: 'examples.organizer.organizer' })
  organizer!: string;

  @TextField({ example: '+34 977 000 000' })
  phone?: string | null;

  @UrlField({ example: 'https://coral.example/' })
  website?: string | null;

  @EmailField({ example: 'info@coral.example' })
  email?: string | null;
}
