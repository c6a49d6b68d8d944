import { STATUSES, type Status } from '../../common/publishing/publishing.columns.js';
import { PartialFields } from '../../common/validation/field.js';
import { KeywordField } from '../../common/validation/fields.js';
import { CreateEventDto } from './create-event.dto.js';
import { EventFields } from './event.fields.js';

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
