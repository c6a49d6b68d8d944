import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cleanLine, cleanText, hasForbiddenCharacters, removeMarkup } from '../../../../src/kernel/text/plain-text.js';
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
    ['Joan <joan@a.example>, <https://a.example/>', 'Joan < joan@a.example>, < https://a.example/>'],
    ['<!--a@b-->c</p@q><o:p>', 'c'],
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
    ['addresses', '<a@'.repeat(66_000)],
    ['quotes that never end', '<a b="'.repeat(33_000)],
    ['comments', '<!--'.repeat(50_000)],
    ['scripts', '<script><style>'.repeat(13_000)],
    ['marks', 'a\u0301\u0323'.repeat(3) + '\u0301\u0323'.repeat(100_000)],
  ])('takes linear time for 200,000 characters of %s (9.3)', (_kind, text) => {
    expect(cpuMilliseconds(() => removeMarkup(text))).toBeLessThan(500);
  });
});

describe('cleanText and cleanLine', () => {
  it.each([
    ['a\u0007\u001b[1m\u007fb\u0092', 'a[1mb', 'a[1mb'],
    ['a\r\n\tb\fc\u2028d', 'a\r\n\tb\nc\u2028d', 'a b c d'],
    ['\u202egnp.exe', 'gnp.exe', 'gnp.exe'],
    ['a\u202cb\u2069c', 'abc', 'abc'],
    [
      '\u202aa\u202c \u2067b\u2069 \u200fc',
      '\u202aa\u202c \u2067b\u2069 \u200fc',
      '\u202aa\u202c \u2067b\u2069 \u200fc',
    ],
    ['\u2067\u202ea\u2069\u202cb', '\u2067a\u2069b', '\u2067a\u2069b'],
    ['\u202aa\nb\u202c', 'a\nb', '\u202aa b\u202c'],
    ['<\u0007b>a<\u202eb>', 'a< b>', 'a< b>'],
    ['<i title="\u202a">a\u202c', 'a', 'a'],
  ])('remove control characters and unbalanced bidirectional controls of %j (2.8)', (value, text, line) => {
    expect([cleanText(value), cleanLine(value)]).toEqual([text, line]);
  });

  it('leave no tag and are idempotent (2.8, 5.10)', () => {
    const controls = fc.constantFrom('\u0007', '\u202a', '\u202c', '\u2066', '\u2069', '\n');
    const text = fc.array(fc.oneof(hostileText, controls)).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (value) => {
        for (const clean of [cleanText, cleanLine]) {
          expect(clean(value)).not.toMatch(TAG_START);
          expect(clean(clean(value))).toBe(clean(value));
        }
      }),
    );
  });

  it.each(['\u202a\u2069', '\u2066\u202c', '\u202a'.repeat(2) + '\u2069'])(
    'take linear time for 200,000 characters of %j (9.3)',
    (controls) => {
      const text = controls.repeat(200_000 / controls.length);
      for (const clean of [cleanText, cleanLine]) expect(cpuMilliseconds(() => clean(text))).toBeLessThan(500);
    },
  );
});

describe('hasForbiddenCharacters', () => {
  it.each([['a\0b'], ['\ud800'], ['a\udc00b'], ['\udc00\ud800']])('rejects %j (2.8)', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(true);
  });

  it.each([[''], ['Mercè'], ['🎉'], ['\u0001\t\n\uffff']])('accepts %j (2.8)', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(false);
  });
});
