import { describe, expect, it } from 'vitest';
import { roleInClaims, subjectOf } from '../../../../src/accounts/oidc/oidc-claims.js';

describe('roleInClaims', () => {
  it.each<[object, string, string]>([
    [{ roles: ['editor'] }, 'roles', 'editor'],
    [{ roles: 'author' }, 'roles', 'author'],
    [{ roles: ['subscriber', 'contributor', 'editor', 'author'] }, 'roles', 'editor'],
    [{ roles: ['boss', 'administrator'] }, 'roles', 'administrator'],
    [{ roles: ['ADMINistrator', ' editor', 'former author'] }, 'roles', 'administrator'],
    [{ roles: [' editor', 'former author', '//editor'] }, 'roles', 'subscriber'],
    [{ groups: ['/Editor', '/town/administrator'] }, 'groups', 'editor'],
    [{ scope: 'openid Editor' }, 'scope', 'editor'],
    [{ roles: 'contributor, /author' }, 'roles', 'author'],
    [{ roles: [['administrator']] }, 'roles', 'subscriber'],
    [{ roles: ['anonymous'] }, 'roles', 'subscriber'],
    [{}, 'roles', 'subscriber'],
    [{ resource_access: { calendar: { roles: 'author' } } }, 'resource_access.calendar.roles', 'author'],
    [{ realm_access: 'editor' }, 'realm_access.roles', 'subscriber'],
    [{ 'https://town.example/roles': ['editor'] }, 'https://town.example/roles', 'editor'],
    [
      { resource_access: { 'agenda.example': { roles: ['editor'] } } },
      'resource_access.agenda.example.roles',
      'editor',
    ],
    [{ a: { 'b.c': 'editor', b: { c: 'administrator' } } }, 'a.b.c', 'editor'],
    [{ a: { b: { c: 'author' }, 'b.c': null } }, 'a.b.c', 'subscriber'],
    [{ 'a.b': {}, a: { b: { c: 'author' } } }, 'a.b.c', 'author'],
    [{ 'a.b': 'editor', a: { b: 'administrator' } }, 'a.b', 'editor'],
    [{ a: 'x' }, 'constructor.name', 'subscriber'],
    [{ a: ['x'] }, 'a.length', 'subscriber'],
    [{ a: ['editor'] }, 'a.0', 'editor'],
  ])('reads claims %j at the path %s as the role %s (8.2)', (claims, path, role) => {
    expect(roleInClaims(claims as Record<string, unknown>, path) ?? 'subscriber').toBe(role);
  });
});

describe('subjectOf', () => {
  it.each<[unknown, string | undefined]>([
    ['ada', 'ada'],
    ['🎉', '🎉'],
    ['', undefined],
    [7, undefined],
    [null, undefined],
    ['a\u0000', undefined],
    ['\udc00', undefined],
    ['s'.repeat(256), undefined],
  ])('reads the sub claim %j as %j (8.2)', (sub, expected) => {
    expect(subjectOf({ sub })).toBe(expected);
  });
});
