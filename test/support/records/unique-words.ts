/** Words that occur in one text only: a response that contains one reveals that text. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORD = /zq[a-z]{3}zq/g;

let createdWords = 0;

/** A new word that contains no other one. */
export function uniqueWord(): string {
  const index = (createdWords += 1);
  const letter = (position: number) => LETTERS[Math.floor(index / 26 ** position) % 26];
  return `zq${letter(2)}${letter(1)}${letter(0)}zq`;
}

/** The words in a text, case-insensitive. */
export const wordsIn = (text: string): string[] => [...new Set(text.toLowerCase().match(WORD))];
