import type { Message } from './message.js';

/**
 * Puts values into the placeholders of a text. A value that is itself a message appears in its own words, any other as
 * it is: nothing in it is taken for a placeholder. Placeholders without a value stay.
 * @example interpolate('{username} was removed.', { username: 'ada' }, words) // 'ada was removed.'
 */
export function interpolate(text: string, args: Message['args'], translate: (message: Message) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = (args?.[name] ?? placeholder) as Message | string | number;
    return isMessage(value) ? translate(value) : String(value);
  });
}

function isMessage(value: Message | string | number): value is Message {
  return typeof value === 'object' && 'key' in value;
}
