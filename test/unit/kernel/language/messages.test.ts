import { describe, expect, it } from '@jest/globals';
import { interpolate } from '../../../../src/kernel/language/messages.js';

const words = ({ key, args }: { key: string; args?: object }) => `<${key} ${JSON.stringify(args ?? {})}>`;

describe('a text', () => {
  it('3.10 has values in its placeholders, each as it is, whatever it looks like', () => {
    const args = { name: '{id} $t(errors.no_route.title) $& {name}', id: 0 };
    expect(interpolate('{name}: {id}, {id}.', args, words)).toBe('{id} $t(errors.no_route.title) $& {name}: 0, 0.');
  });

  it('3.10 has a message among its values in the words of that', () => {
    const owner = { key: 'owner.command', args: { pid: 7 } };
    expect(interpolate('Waiting for {owner}.', { owner }, words)).toBe('Waiting for <owner.command {"pid":7}>.');
  });

  it('3.10 keeps a placeholder that nothing fills', () => {
    expect(interpolate('{a} {b}', { a: 1, b: undefined }, words)).toBe('1 {b}');
    expect(interpolate('{a}', undefined, words)).toBe('{a}');
  });
});
