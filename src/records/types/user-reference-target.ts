import { visibleToAllCondition } from '../../kernel/context/permissions.js';
import type { ReferenceTarget } from '../../kernel/context/record-kind.js';

/** Users, whom whoever names them may know; who may name whom is decided elsewhere. */
export const USER_REFERENCE_TARGET: ReferenceTarget = { table: 'users', isVisible: visibleToAllCondition };
