import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasForbiddenCharacters, removeMarkup } from '../../../../src/kernel/text/plain-text.js';
import { hostileText, cpuMilliseconds } from './hostile-text.js';

const TAG_START = /<[a-z/!?]/i;

describe('removeMarkup', () => {
  it.each([['R&B < jazz'], ['1 < 2 > 0'], ['<3 and <- and <<'], ['línia 1\nlínia\t2']])(
    'leaves %j unchanged (5.10)',
    (text) => {
      expect(removeMarkup(text)).toBe(text);
    },
  );

  it.each([
    ['<b>bold</b>', 'bold'],
    ['a<br/>b</p>', 'ab'],
    ['x <y> z', 'x  z'],
    ['<a title="x>y" href=\'>\'>z</a>', 'z'],
    ['<B CLASS=x>R&B</B> < <i>jazz</i>', 'R&B < jazz'],
    ['a<!-- <b> -->b<!-->c', 'abc'],
    ['<!doctype html>a<?php echo 1 ?>b</ x>c', 'abc'],
  ])('removes the tags of %j (5.10)', (text, expected) => {
    expect(removeMarkup(text)).toBe(expected);
  });

  it.each([
    ['<script>alert(1)</script>Mercè', 'Mercè'],
    ['a<STYLE type="x">b { }</style >c', 'ac'],
    ['How to use <script> tags', 'How to use  tags'],
    ['<scripture>Psalm</scripture>', 'Psalm'],
  ])('removes scripts and style sheets with an end tag, as in %j (5.10)', (text, expected) => {
    expect(removeMarkup(text)).toBe(expected);
  });

  it.each([
    ['a<b', 'a< b'],
    ['<img src=x onerror=alert(1)', '< img src=x onerror=alert(1)'],
    ['a <!-- b', 'a < !-- b'],
    ['<\u212aey>x', 'x'],
  ])('leaves no text that opens a tag: %j (5.10)', (text, expected) => {
    expect(removeMarkup(text)).toBe(expected);
  });

  it('returns trimmed NFC (2.8)', () => {
    expect(removeMarkup(' \u00a0Merce\u0300\n')).toBe('Mercè');
    expect(removeMarkup('e<b></b>\u0301')).toBe('é');
  });

  it('leaves no tag and is idempotent (5.10)', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = removeMarkup(text);
        expect(plain).not.toMatch(TAG_START);
        expect(removeMarkup(plain)).toBe(plain);
        expect(plain).toBe(plain.normalize('NFC').trim());
      }),
    );
  });

  it('leaves any text without "<" unchanged (5.10)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = text.replaceAll('<', '').normalize('NFC').trim();
        expect(removeMarkup(plain)).toBe(plain);
      }),
    );
  });

  it.each([
    ['openings', '<'.repeat(200_000)],
    ['tags that never end', '<a '.repeat(66_000)],
    ['tags in tags', '<'.repeat(70_000) + 'b>'.repeat(65_000)],
    ['quotes that never end', '<a b="'.repeat(33_000)],
    ['comments', '<!--'.repeat(50_000)],
    ['scripts', '<script><style>'.repeat(13_000)],
    ['marks', 'a\u0301\u0323'.repeat(3) + '\u0301\u0323'.repeat(100_000)],
  ])('takes linear time for 200,000 characters of %s (9.3)', (_kind, text) => {
    expect(cpuMilliseconds(() => removeMarkup(text))).toBeLessThan(500);
  });
});

describe('hasForbiddenCharacters', () => {
  it.each([['a\0b'], ['\ud800'], ['a\udc00b'], ['\udc00\ud800']])('rejects %j (2.8)', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(true);
  });

  it.each([[''], ['Mercè'], ['🎉'], ['\u0001\t\n\uffff']])('accepts %j (2.8)', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(false);
  });
});
