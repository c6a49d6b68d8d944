import { hasPrivilege } from '../../kernel/context/permissions.js';
import { RemoveQuery } from '../lists/base.query.js';
import { BooleanField } from '../../kernel/schema/fields.js';

/** Parameters of deleting an event, a venue or an organizer. */
export class RemoveRecordQuery extends RemoveQuery {
  @BooleanField({
    default: false,
    isForbidden: (force, principal) => force === true && !hasPrivilege(principal, 'deletePermanently'),
  })
  force!: boolean;
}

/** How a record is deleted. */
export type DeletionMode = 'trash' | 'permanent';

/** The deletion mode of a request. `undefined` if it removes only a translation. */
export function deletionModeOf({
  force,
  ml_scope,
}: Pick<RemoveRecordQuery, 'force' | 'ml_scope'>): DeletionMode | undefined {
  if (ml_scope === 'translation') return undefined;
  return force ? 'permanent' : 'trash';
}
