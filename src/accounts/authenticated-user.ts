import type { Role } from '../kernel/context/principal.js';

/** The user of valid credentials. */
export interface AuthenticatedUser {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}
