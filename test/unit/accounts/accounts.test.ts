import { describe, expect, it } from 'vitest';
import { generateToken, hasInvalidChecksum } from '../../../src/accounts/token-format.js';
import { USERNAME_PATTERN } from '../../../src/accounts/account-store.js';
import { roleInClaims, subjectOf } from '../../../src/accounts/oidc/oidc-claims.js';

describe('Tokens', () => {
  it('have a prefix, 30 random characters and a six-character checksum (8.2)', () => {
    const tokens = Array.from({ length: 500 }, generateToken);
    for (const token of tokens)
      expect([token, hasInvalidChecksum(token)]).toEqual([expect.stringMatching(/^cal_[0-9A-Za-z]{36}$/), false]);
    expect(new Set(tokens).size).toBe(500);
  });

  it('have evenly distributed characters in their random part (8.2)', () => {
    const counts = new Map<string, number>();
    const random = Array.from({ length: 2000 }, () => generateToken().slice(4, 34)).join('');
    for (const character of random) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 60,000 characters: each is expected 968 times, with a standard deviation of 31. Bytes modulo 62 would give eight of them 1172.
    expect(Math.max(...counts.values())).toBeLessThan(1150);
    expect(Math.min(...counts.values())).toBeGreaterThan(790);
  });

  it.each([
    // CRC-32 of the random part by `printf %s … | gzip | tail -c8`, written in base 62.
    [`cal_${'0'.repeat(30)}2C8GjS`, false],
    [`cal_${'0'.repeat(30)}2C8Gjs`, true],
    [`cal_${'0'.repeat(27)}40500azb7`, false],
    [`cal_${'0'.repeat(27)}40501azb7`, true],
  ])('have a checksum that detects typing errors: %s, invalid: %s (8.2)', (token, expected) => {
    expect(hasInvalidChecksum(token)).toBe(expected);
  });

  it.each([
    ['a former format', `cal_${'ab'.repeat(20)}`],
    ['upper case', generateToken().toUpperCase()],
    ['no characters', ''],
  ])('have no invalid checksum if the credential has another form: %s (8.2)', (_form, token) => {
    expect(hasInvalidChecksum(token)).toBe(false);
  });
});

describe('Pattern of user names', () => {
  it('excludes control and format characters and line and paragraph separators up to U+FFFF (10.2)', () => {
    const characters = Array.from({ length: 0x10000 }, (_item, code) => String.fromCharCode(code));
    const excluded = characters.filter((character) => !new RegExp(USERNAME_PATTERN).test(character));
    expect(excluded).toEqual(characters.filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)));
  });
});

describe('roleInClaims', () => {
  it.each<[object, string, string | undefined]>([
    [{ roles: 'author' }, 'roles', 'author'],
    [{ roles: ['subscriber', 'contributor', 'editor', 'author'] }, 'roles', 'editor'],
    [{ roles: ['ADMINistrator', ' editor', 'former author'] }, 'roles', 'administrator'],
    [{ roles: [' editor', 'former author', '//editor'] }, 'roles', undefined],
    [{ scope: 'openid Editor' }, 'scope', 'editor'],
    [{ roles: 'contributor, /author' }, 'roles', 'author'],
    [{ roles: [['administrator']] }, 'roles', undefined],
    [{ roles: ['anonymous'] }, 'roles', undefined],
    [{ resource_access: { calendar: { roles: 'author' } } }, 'resource_access.calendar.roles', 'author'],
    [
      { resource_access: { 'agenda.example': { roles: ['editor'] } } },
      'resource_access.agenda.example.roles',
      'editor',
    ],
    [{ a: { 'b.c': 'editor', b: { c: 'administrator' } } }, 'a.b.c', 'editor'],
    [{ 'a.b': 'editor', a: { b: 'administrator' } }, 'a.b', 'editor'],
    [{ a: 'x' }, 'constructor.name', undefined],
    [{ a: ['editor'] }, 'a.0', 'editor'],
  ])('reads claims %j at the path %s as the role %s (8.2)', (claims, path, role) => {
    expect(roleInClaims(claims as Record<string, unknown>, path)).toBe(role);
  });
});

describe('subjectOf', () => {
  it.each<[unknown, string | undefined]>([
    ['ada', 'ada'],
    ['', undefined],
    [7, undefined],
    ['a\u0000', undefined],
    ['\udc00', undefined],
    ['s'.repeat(256), undefined],
  ])('reads the sub claim %j as %j (8.2)', (sub, expected) => {
    expect(subjectOf({ sub })).toBe(expected);
  });
});
