import { ROLES, type Role } from '../../kernel/context/principal.js';

/** Most characters of a subject (OpenID Connect Core 1.0, 2). */
const MAX_SUBJECT_LENGTH = 255;

type Claims = Readonly<Record<string, unknown>>;

/** Whom a token is about, if it says so in a way that can be told from all others: PostgreSQL stores neither U+0000 nor half a character. */
export function subjectOf({ sub }: Claims): string | undefined {
  const isStorable = typeof sub === 'string' && sub.isWellFormed() && !sub.includes('\u0000');
  return isStorable && sub.length > 0 && sub.length <= MAX_SUBJECT_LENGTH ? sub : undefined;
}

/**
 * The most powerful of the roles that a claim names, as a text or a list; where it names none of ours: subscriber.
 * @param path name of the claim, or, where there is no claim of that name, a path to it: `realm_access.roles`
 */
export function roleInClaims(claims: Claims, path: string): Role {
  const names = new Set([claimAt(claims, path)].flat());
  return ROLES.find((role) => names.has(role)) ?? 'subscriber';
}

function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, name) => ownProperty(value, name), claims);
}

const ownProperty = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
