import { describe, expect, it } from '@jest/globals';
import { limitNesting } from '../../../../src/kernel/text/limit-nesting.js';

describe('limitNesting', () => {
  it.each([
    ['<p>a<p>b</p><br>c <B x="1>2">d</B>'],
    ['<li>a'.repeat(3000)],
    ['<div></div>'.repeat(3000)],
    ['<br><img src="x"/>'.repeat(3000)],
  ])('leaves real HTML as it is: %#', (html) => {
    expect(limitNesting(html)).toBe(html);
  });

  it('drops start tags beyond a thousand open elements, and end tags without a start', () => {
    expect(limitNesting('<div>'.repeat(2000))).toBe('<div>'.repeat(1000));
    expect(limitNesting(`${'<div>'.repeat(999)}<b>a</b><b>b</b>`)).toMatch(/<b>a<\/b><b>b<\/b>$/);
    expect(limitNesting('</b>a<i></b></i></i>')).toBe('a<i></i>');
  });

  it('drops what no text is made of', () => {
    expect(limitNesting('a<!-- <b> --><script>x</script><style>y</style><!doctype html><?x?>b')).toBe('ab');
  });

  it('writes a < that opens nothing as an entity', () => {
    expect(limitNesting('1 < 2 <3 a<b')).toBe('1 &lt; 2 &lt;3 a&lt;b');
  });
});
