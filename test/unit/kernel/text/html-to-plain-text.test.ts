import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { htmlToPlainText } from '../../../../src/kernel/text/html-to-plain-text.js';
import { sanitizeRichText } from '../../../../src/kernel/text/rich-text.js';
import { cpuMilliseconds, hostileText } from './hostile-text.js';

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
  ])('%j is %j (13.15)', (html, text) => {
    expect(htmlToPlainText(sanitizeRichText(html))).toBe(text);
  });

  it('shows scripts and markup of no text (13.15)', () => {
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
