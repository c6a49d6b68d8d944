import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { CreateEventDto, EventFields } from './create-event.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. */
export class UpdateEventDto extends PartialFields(CreateEventDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}

/** Parameters of an update by slug, which cannot change the password. */
export class UpdateEventBySlugDto extends PartialFields(EventFields) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}
