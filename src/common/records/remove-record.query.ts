import { RemoveQuery } from '../pagination/page.query.js';
import { BooleanField } from '../validation/fields.js';

/** Parameters of deleting an event, a venue or an organizer. */
export class RemoveRecordQuery extends RemoveQuery {
  @BooleanField({ default: false })
  force!: boolean;
}
