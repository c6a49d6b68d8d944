/** Roles, the most powerful first. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
/** Role of a user. `docs/security.md` lists what each may do. */
export type Role = (typeof ROLES)[number];

/** The caller. */
export interface Principal {
  /** `null` for anonymous requests. */
  readonly id: number | null;
  readonly role: Role | 'anonymous';
  /** Missing for anonymous requests. */
  readonly username?: string;
}

export const ANONYMOUS: Principal = Object.freeze({ id: null, role: 'anonymous' });
