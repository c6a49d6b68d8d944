import { may } from '../auth/permissions.js';
import { RemoveQuery } from '../pagination/page.query.js';
import { BooleanField } from '../validation/fields.js';

/** Parameters of deleting an event, a venue or an organizer. */
export class RemoveRecordQuery extends RemoveQuery {
  @BooleanField({ default: false, reserved: (force, principal) => force === true && !may(principal, 'erase') })
  force!: boolean;
}
