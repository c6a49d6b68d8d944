import { ROLES, type Role } from '../../kernel/context/principal.js';
import { hasForbiddenCharacters } from '../../kernel/text/plain-text.js';

type Claims = Readonly<Record<string, unknown>>;

/** Subject of 1 to 255 characters (OpenID Connect Core 1.0, 2) that PostgreSQL can store. */
export function subjectOf({ sub }: Claims): string | undefined {
  const isValid = typeof sub === 'string' && sub !== '' && sub.length <= 255 && !hasForbiddenCharacters(sub);
  return isValid ? sub : undefined;
}

/**
 * The most powerful known role in a claim: a list of roles, or a text of roles with spaces or commas between them. Letter case and a slash
 * at the beginning, as in the group paths of Keycloak, do not matter.
 * @param path name of the claim, or a path to it: `realm_access.roles`. Names in a path may contain dots.
 */
export function roleInClaims(claims: Claims, path: string): Role | undefined {
  const value = valueAt(claims, path.split('.'));
  const texts: unknown[] = typeof value === 'string' ? value.split(/[\s,]+/) : [value].flat();
  const roles = new Set(texts.map((text) => typeof text === 'string' && text.replace(/^\//, '').toLowerCase()));
  return ROLES.find((role) => roles.has(role));
}

/** The value at a path. Names may contain dots, so longer names are tried first. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0 || typeof value !== 'object' || value === null) return path.length === 0 ? value : undefined;
  for (let length = path.length; length > 0; length -= 1) {
    const name = path.slice(0, length).join('.');
    const found = Object.hasOwn(value, name) ? valueAt((value as Claims)[name], path.slice(length)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
