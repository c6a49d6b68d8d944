import type { Role } from '../common/auth/principal.js';

/** Whose credentials are. */
export interface KnownUser {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}
