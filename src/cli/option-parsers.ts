import { InvalidArgumentError } from 'commander';

/** Reads an integer of up to nine digits. */
export function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be an integer.');
  return Number(text);
}

/** Reads an integer within limits. */
export const integerParser =
  (min: number, max: number) =>
  (text: string): number => {
    const value = parseInteger(text);
    if (value < min || value > max) throw new InvalidArgumentError(`Must be from ${min} to ${max}.`);
    return value;
  };
