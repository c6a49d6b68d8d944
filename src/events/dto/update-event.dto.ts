import { STATUSES, type Status } from '../../records/publishing/publishing.columns.js';
import { PartialFields } from '../../kernel/schema/field.js';
import { KeywordField } from '../../kernel/schema/fields.js';
import { PasswordField } from '../password.field.js';
import { CreateEventDto } from './create-event.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. */
export class UpdateEventDto extends PartialFields(CreateEventDto) {
  @KeywordField({ values: STATUSES, example: 'publish' })
  override status?: Status | null;
}

/** Parameters of an update by slug. The password of an event is never in a URL with its slug. */
export class UpdateEventBySlugDto extends UpdateEventDto {
  @PasswordField({ isBodyOnly: true })
  override password?: string | null;
}
