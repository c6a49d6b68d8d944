import { describe, expect, it } from 'vitest';
import { USERNAME_PATTERN } from '../../../src/accounts/account-store.js';

describe('Pattern of user names', () => {
  it('excludes the control, format and separator characters of Unicode up to U+FFFF (10.2)', () => {
    const characters = Array.from({ length: 0x10000 }, (_item, code) => String.fromCharCode(code));
    const excluded = characters.filter((character) => !new RegExp(USERNAME_PATTERN).test(character));
    expect(excluded).toEqual(characters.filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)));
  });
});
