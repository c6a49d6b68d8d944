import { ROLES, type Role } from '../../kernel/context/principal.js';
import { hasForbiddenCharacters } from '../../kernel/text/plain-text.js';

type Claims = Readonly<Record<string, unknown>>;

/** Subject of 1 to 255 characters (OpenID Connect Core 1.0, 2) that PostgreSQL can store. */
export function subjectOf({ sub }: Claims): string | undefined {
  const isValid = typeof sub === 'string' && sub !== '' && sub.length <= 255 && !hasForbiddenCharacters(sub);
  return isValid ? sub : undefined;
}

/**
 * The most powerful known role in a claim, which is a text or a list. Default: subscriber.
 * @param path name of the claim, or a path to it: `realm_access.roles`
 */
export function roleInClaims(claims: Claims, path: string): Role {
  const roles = new Set([claims[path] ?? path.split('.').reduce(memberOf, claims)].flat());
  return ROLES.find((role) => roles.has(role)) ?? 'subscriber';
}

const memberOf = (value: unknown, name: string): unknown => (value as Claims | null | undefined)?.[name];
