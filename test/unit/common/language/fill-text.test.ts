import { describe, expect, it } from '@jest/globals';
import { fillText } from '../../../../src/kernel/language/fill-text.js';

const words = ({ key, args }: { key: string; args?: object }) => `<${key} ${JSON.stringify(args ?? {})}>`;

describe('a text', () => {
  it('3.10 has values in its placeholders, each as it is, whatever it looks like', () => {
    const args = { name: '{id} $t(errors.no_route.title) $& {name}', id: 0 };
    expect(fillText('{name}: {id}, {id}.', args, words)).toBe('{id} $t(errors.no_route.title) $& {name}: 0, 0.');
  });

  it('3.10 has a message among its values in the words of that', () => {
    const owner = { key: 'database.owner.command', args: { pid: 7 } };
    expect(fillText('Waiting for {owner}.', { owner }, words)).toBe('Waiting for <database.owner.command {"pid":7}>.');
  });

  it('3.10 keeps a placeholder that nothing fills', () => {
    expect(fillText('{a} {b}', { a: 1, b: undefined }, words)).toBe('1 {b}');
    expect(fillText('{a}', undefined, words)).toBe('{a}');
  });
});
