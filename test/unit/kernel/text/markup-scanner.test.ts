import { describe, expect, it } from '@jest/globals';
import { MarkupScanner, rewriteMarkup } from '../../../../src/kernel/text/markup-scanner.js';

const markupOf = (text: string) => text.slice(0, new MarkupScanner(text).endOfMarkup(0) ?? 0);

describe('MarkupScanner', () => {
  it.each([
    ['<b>c', '<b>'],
    ['</b >c', '</b >'],
    ['<a b="c>d">e', '<a b="c>d">'],
    ["<a b = 'c>d'>e", "<a b = 'c>d'>"],
    ['<a "b>c">d', '<a "b>'],
    ['<a b="c>d', '<a b="c>'],
    ['<!-- <b> -- > -->c', '<!-- <b> -- > -->'],
    ['<!-->c', '<!-->'],
    ['<!x>c', '<!x>'],
    ['<script a=">">b</scripts></SCRIPT>', '<script a=">">b</scripts>'],
    ['<script>a', '<script>'],
  ])('finds the end of %s', (text, markup) => {
    expect(markupOf(text)).toBe(markup);
  });

  it.each([['<'], ['< b>'], ['<3>'], ['<<b>'], ['<b'], ['<!-- a'], ['<è>']])('finds no markup in %s', (text) => {
    expect(new MarkupScanner(text).endOfMarkup(0)).toBeUndefined();
  });
});

describe('rewriteMarkup', () => {
  it('gives every piece of markup, and leaves the rest', () => {
    const pieces: string[] = [];
    const text = rewriteMarkup('a<b>c < d</b><!-- e -->f', (markup) => `[${pieces.push(markup)}]`, '&lt;');
    expect(text).toBe('a[1]c &lt; d[2][3]f');
    expect(pieces).toEqual(['<b>', '</b>', '<!-- e -->']);
  });
});
