import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { CreateEventDto } from './create-event.dto.js';
import { EventFields } from './event-fields.dto.js';

/** What is to change of an event; the rest stays as it is. */
export class UpdateEventDto extends PartialFields(CreateEventDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}

/** The same where an event is addressed by its slug: there, its password cannot be changed. */
export class UpdateEventBySlugDto extends PartialFields(EventFields) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
