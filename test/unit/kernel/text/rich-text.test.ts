import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { hasForbiddenCharacters } from '../../../../src/kernel/text/plain-text.js';
import { htmlToText, sanitizeRichText } from '../../../../src/kernel/text/rich-text.js';
import { cpuMilliseconds, hostileText } from './hostile-text.js';
import { byRunMode, casesByRunMode } from '../../../support/run/run-mode.js';
import { htmlToPlainText } from '../../../../src/kernel/text/html-to-plain-text.js';

const HOSTILE_HTML: [string, string][] = [
  ['elements in elements', '<div>'.repeat(80_000)],
  ['end tags without a start', '<b>'.repeat(60_000) + '</i>'.repeat(50_000)],
  ['unknown elements', '<x>'.repeat(66_000) + '</y>'.repeat(50_000)],
  ['paragraphs', '<p>'.repeat(133_000)],
  ['SVG', '<svg><p>'.repeat(50_000)],
  ['videos', '<video src="http://a">'.repeat(19_000)],
  ['images', '<img alt="'.repeat(40_000)],
  ['frames', '<b><iframe></b></iframe>'.repeat(17_000)],
  ['tags that never end', '<a '.repeat(133_000)],
  ['comments that never end', '<!--'.repeat(100_000)],
  ['line breaks', ' \n'.repeat(200_000)],
  ['blank lines', `a${'\n \n\t'.repeat(100_000)}b`],
  ['addresses in angle brackets', '<a@'.repeat(133_000)],
  ['combining marks', '<b>' + '\u0301\u0323'.repeat(200_000)],
];

describe('sanitizeRichText', () => {
  it.each([
    ['<p>Hola <strong>món</strong></p>'],
    ['<a href="https://example.org/?a=1&amp;b=2" title="x">x</a>'],
    ['<a href="mailto:a@example.org">a</a> <a href="tel:+34123">b</a>'],
    ['<img src="https://example.org/x.jpg" alt="x" width="1" height="2" />'],
    ['<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>'],
    ['<h2>a</h2><blockquote cite="https://example.org/">b</blockquote><pre><code>c &lt; d</code></pre><hr />'],
  ])('keeps %s (5.10)', (html) => {
    expect(sanitizeRichText(html)).toBe(html);
  });

  it.each([
    ['<p onclick="x()" style="y" class="z">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a<style>b</style>', 'a'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<p><img src="data:image/png;base64,AA" alt="A &lt;b&gt; &quot;c&quot;"> d</p>', '<p>A &lt;b&gt; "c" d</p>'],
    ['a<img src="javascript:x"><img alt=b>c', 'abc'],
    ['a<wbr>b', 'a<wbr />b'],
    [
      '<a href="#p">a</a><h2 id="p">b</h2><a name=q>c</a><a href="#">d</a>',
      '<a href="#user-content-p">a</a><h2 id="user-content-p">b</h2><a id="user-content-q">c</a><a href="#">d</a>',
    ],
    ['<a href="//x.org/a"><img src=" /\\x.org/b"></a>', '<a href="https://x.org/a"><img src="https://x.org/b" /></a>'],
    ['<a href="/a//b">c</a>', '<a href="/a//b">c</a>'],
    [
      '<iframe src="https://v.org/?a&amp;b" title=t>x</iframe>a',
      '<a href="https://v.org/?a&amp;b">https://v.org/?a&amp;b</a>a',
    ],
    ['<embed src="//v.org/"><iframe src="/x">y</iframe>a', '<a href="https://v.org/">https://v.org/</a>a'],
    [
      '<video controls><source src="https://v.org/a.webm"><source src="https://v.org/a.mp4">No <b>video</b></video>',
      '<a href="https://v.org/a.webm">https://v.org/a.webm</a>',
    ],
    ['<audio src="data:x">a <b>b</b></audio><iframe src="javascript:x"></iframe>', 'a <b>b</b>'],
    ['<p><br></p><p>&nbsp;</p><hr>', ''],
    ['<svg><script>1</script></svg><xmp><img src=x onerror=1></xmp>a', 'a'],
    ['<form action="/x"><input name=a><button>b</button></form>', 'b'],
  ])('sanitizes %s (5.10)', (html, expected) => {
    expect(sanitizeRichText(html)).toBe(expected);
  });

  it.each([
    ['R&B < jazz', 'R&amp;B &lt; jazz'],
    ['<3 &amp; &lt;b&gt;', '&lt;3 &amp; &lt;b&gt;'],
    ['How to use <script> tags', 'How to use'],
  ])('converts the plain text %s to HTML (5.10)', (text, expected) => {
    expect(sanitizeRichText(text)).toBe(expected);
  });

  it.each([
    ['Concert.\nEntrada lliure.', '<p>Concert.<br />Entrada lliure.</p>'],
    ['R&B\r\n\r\n \t\r\n< jazz\rfunk', '<p>R&amp;B</p>\n<p>&lt; jazz<br />funk</p>'],
    ['\n a\u2029b\u0085c\fd \n', '<p>a<br />b<br />c<br />d</p>'],
    ['Una línia', 'Una línia'],
    ['<x>a\nb</x>', '<p>a<br />b</p>'],
    ['\u0338a\nb', '<p>a<br />b</p>'],
    ['<b>a</b>\n\nb', '<b>a</b>\n\nb'],
  ])('converts the line breaks of plain text, not of HTML: %j (5.10)', (text, expected) => {
    expect(sanitizeRichText(text)).toBe(expected);
    expect(sanitizeRichText(expected)).toBe(expected);
  });

  it.each([
    ['<https://a.example/?b=1&c>', '&lt;https://a.example/?b=1&amp;c&gt;'],
    [
      'Joan <joan@a.example>\n<mailto:a@b.example>',
      '<p>Joan &lt;joan@a.example&gt;<br />&lt;mailto:a@b.example&gt;</p>',
    ],
    [
      '<b>a</b> <tel:+34977> <img/src=x@y/onerror=alert(1)>',
      '<b>a</b> &lt;tel:+34977&gt; <img src="x@y/onerror=alert(1)" />',
    ],
  ])('keeps the addresses in angle brackets of %s as text (5.10)', (text, expected) => {
    expect(sanitizeRichText(text)).toBe(expected);
  });

  it('adds noopener to links that open in another tab (5.10)', () => {
    expect(sanitizeRichText('<a href="https://x.org" target="_blank" rel="nofollow">x</a>')).toBe(
      '<a href="https://x.org" target="_blank" rel="nofollow noopener">x</a>',
    );
  });

  it('returns trimmed text in NFC (2.8)', () => {
    expect(sanitizeRichText('  <p>Merce\u0300</p>\n')).toBe('<p>Mercè</p>');
    expect(sanitizeRichText('<b>\u0338x</b>')).toBe('&lt;b\u226fx');
  });

  it('removes control characters and unbalanced bidirectional controls, also as entities (2.8)', () => {
    expect(sanitizeRichText('<p>a&#7;b\u0092&#x202e;c</p>\n<b title="&#27;x">\td</b>')).toBe(
      '<p>abc</p>\n<b title="x">\td</b>',
    );
  });

  it('does not decode entities to forbidden characters (2.8)', () => {
    expect(hasForbiddenCharacters(sanitizeRichText('&#0;&#xd800;&#x110000;'))).toBe(false);
  });

  it('is idempotent and leaves no script (5.10)', () => {
    fc.assert(
      fc.property(hostileText, (html) => {
        const clean = sanitizeRichText(html);
        expect(sanitizeRichText(clean)).toBe(clean);
        expect(clean).toBe(clean.normalize('NFC').trim());
        expect(clean).not.toMatch(
          /<(script|style|svg|math|iframe|video|form|textarea|xmp)|<[^>]*\son\w+=|<img(?![^>]* src=)/i,
        );
      }),
      { numRuns: byRunMode(60, 300) },
    );
  });

  it('keeps fifty levels of nesting and the text of deeper ones; beyond 1,000 levels, only text (5.10)', () => {
    const nested = (depth: number) => `${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`;
    expect(sanitizeRichText(nested(500))).toBe(nested(50));
    expect(sanitizeRichText(`<b>R&amp;B</b> ${nested(2000)}`)).toBe('R&amp;B deep');
  });

  it.each(casesByRunMode(HOSTILE_HTML, (_case, index) => index % 3 === 0))(
    'takes linear time for 400,000 characters of %s (9.3)',
    (_kind, html) => {
      expect(cpuMilliseconds(() => sanitizeRichText(html, 400_000))).toBeLessThan(3000);
    },
  );
});

describe('htmlToText', () => {
  it.each([
    ['<p>R&amp;B</p><p>j<b>azz</b></p>', 'R&B jazz'],
    ['a<br>b<hr>c<img src="x" alt="y">d', 'a b c d'],
    ['<ul><li>a<li>b</ul>', 'a b'],
    ['&lt;b&gt; &amp;amp; &quot;&nbsp; &copy;', '<b> &amp; " ©'],
    ['a<script>b</script>c', 'ac'],
    ['  a\n\n b  ', 'a b'],
    ['', ''],
  ])('returns the text of %s (7.6)', (html, expected) => {
    expect(htmlToText(sanitizeRichText(html))).toBe(expected);
  });
});

describe('htmlToPlainText', () => {
  it.each([
    ['<p>One</p>\n<p>Two<br />three</p><h2>Four</h2>', 'One\nTwo\nthree\nFour'],
    ['<p>One</p><br /><br /><br /><p>Two</p>', 'One\n\nTwo'],
    [
      'Tickets:<ul><li>box office</li><li></li><li><p>shop</p><ol><li>online</li></ol></li></ul>Free',
      'Tickets:\n- box office\n- shop\n- online\nFree',
    ],
    ['<a href="https://a.example/?b=1&amp;c">R&amp;B</a>, &lt;jazz&gt;', 'R&B (https://a.example/?b=1&c), <jazz>'],
    ['<p><a href="https://a.example/">\n<b>one</b> two </a></p><p>three</p>', 'one two (https://a.example/)\nthree'],
    [
      '<a href="https://a.example/">https://a.example/</a> <a href="mailto:a@b.example">a@b.example</a>',
      'https://a.example/ a@b.example',
    ],
    [
      '<a href="#user-content-x">below</a> <a href="https://a.example/"></a><a id="user-content-y"></a>',
      'below https://a.example/',
    ],
    [
      '<img src="https://a.example/a.jpg" alt="Poster &quot;A&quot;" /> j<b>a</b>zz <i>and </i> more',
      'Poster "A" jazz and more',
    ],
    ['<table><tr><th>Day</th><td>Mon</td></tr><tr><td>Tue</td></tr></table>', 'Day Mon\nTue'],
    ['<pre>a\n  b</pre>  c\u00a0 d', 'a\n  b\nc\u00a0 d'],
    ['', ''],
  ])('converts %j to %j (13.15)', (html, text) => {
    expect(htmlToPlainText(sanitizeRichText(html))).toBe(text);
  });

  it('returns NFC without superfluous blanks and line breaks for any text, and no scripts or styles (13.15)', () => {
    const property = fc.property(hostileText, (text) => {
      const plain = htmlToPlainText(sanitizeRichText(text));
      expect(plain).not.toMatch(/ $| \n|\n{3}|^\s|\s$/);
      expect(plain).toBe(plain.normalize('NFC'));
    });
    fc.assert(property);
    expect(htmlToPlainText(sanitizeRichText('a<script>b</script><style>c</style>d'))).toBe('ad');
  });

  it('stops reading after the maximum length, and takes linear time (13.15)', () => {
    expect(htmlToPlainText('<p>one</p><p>two</p><p>three</p>', 5)).toBe('one\ntwo');
    const html = '<p><a href="https://a.example/">a</a> <b>b</b></p>'.repeat(4000);
    expect(cpuMilliseconds(() => htmlToPlainText(html))).toBeLessThan(500);
    expect(cpuMilliseconds(() => htmlToPlainText('<a href="'.repeat(20_000)))).toBeLessThan(500);
  });
});
