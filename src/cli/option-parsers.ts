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
export function integerRangeParser(min: number, max: number, terminal: Terminal): (text: string) => number {
  const read = integerParser(terminal);
  return (text) => {
    const number = read(text);
    if (number < min)
      throw new InvalidArgumentError(terminal.translate({ key: 'validation.too_small', args: { min } }));
    if (number > max)
      throw new InvalidArgumentError(terminal.translate({ key: 'validation.too_large', args: { max } }));
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
