import { visibleToAllCondition } from '../../kernel/context/permissions.js';
import type { ReferenceTarget } from '../../kernel/context/record-kind.js';

/** Users are visible to any caller who may reference them. */
export const USER_REFERENCE_TARGET: ReferenceTarget = { table: 'users', isVisible: visibleToAllCondition };
