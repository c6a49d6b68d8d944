import type { Role } from '../kernel/context/principal.js';

/** Whose credentials are. */
export interface AuthenticatedUser {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}
