import { everybody } from '../../kernel/context/permissions.js';
import type { Referable } from '../../kernel/context/record-kind.js';

/** Users, whom whoever names them may know; who may name whom is decided elsewhere. */
export const USERS: Referable = { table: 'users', visible: everybody };
