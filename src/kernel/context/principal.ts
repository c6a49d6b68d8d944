/** Roles, the most powerful first. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
/** What a user may do, see `docs/security.md`. */
export type Role = (typeof ROLES)[number];

/** Who asks. */
export interface Principal {
  /** `null` for anonymous requests. */
  readonly id: number | null;
  readonly role: Role | 'anonymous';
  /** What the user is called; not there for anonymous requests. */
  readonly username?: string;
}

export const ANONYMOUS: Principal = Object.freeze({ id: null, role: 'anonymous' });
