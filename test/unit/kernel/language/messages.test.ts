import { describe, expect, it } from 'vitest';
import { interpolate } from '../../../../src/kernel/language/messages.js';

const translate = ({ key, args }: { key: string; args?: object }) => `<${key} ${JSON.stringify(args ?? {})}>`;

describe('interpolate', () => {
  it('inserts values literally, even if they look like placeholders (3.10)', () => {
    const args = { name: '{id} $t(errors.no_route.title) $& {name}', id: 0 };
    expect(interpolate('{name}: {id}, {id}.', args, translate)).toBe('{id} $t(errors.no_route.title) $& {name}: 0, 0.');
  });

  it('translates a message that is the value of a placeholder (3.10)', () => {
    const owner = { key: 'owner.command', args: { pid: 7 } };
    expect(interpolate('Waiting for {owner}.', { owner }, translate)).toBe('Waiting for <owner.command {"pid":7}>.');
  });

  it('keeps a placeholder without a value (3.10)', () => {
    expect(interpolate('{a} {b}', { a: 1, b: undefined }, translate)).toBe('1 {b}');
    expect(interpolate('{a}', undefined, translate)).toBe('{a}');
  });
});
