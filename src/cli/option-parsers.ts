import { InvalidArgumentError } from 'commander';
import type { Terminal } from './terminal.js';

/** Reads a whole number of up to nine digits. */
export function integerParser(terminal: Terminal): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(terminal.translate({ key: 'validation.integer' }));
    return Number(text);
  };
}

/** Reads a whole number between two. */
export function integerRangeParser(least: number, most: number, terminal: Terminal): (text: string) => number {
  const read = integerParser(terminal);
  return (text) => {
    const number = read(text);
    if (number < least)
      throw new InvalidArgumentError(terminal.translate({ key: 'validation.too_small', args: { least } }));
    if (number > most)
      throw new InvalidArgumentError(terminal.translate({ key: 'validation.too_large', args: { most } }));
    return number;
  };
}

/** Reads one of the values that an option has. */
export function choiceParser(values: readonly string[], terminal: Terminal): (text: string) => string {
  return (text) => {
    if (values.includes(text)) return text;
    throw new InvalidArgumentError(
      terminal.translate({ key: 'validation.one_of', args: { values: values.join(', ') } }),
    );
  };
}
