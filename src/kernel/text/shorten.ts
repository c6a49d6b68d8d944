/**
 * Shortens a text at the end of a word and adds an ellipsis.
 * @param maxLength UTF-16 code units of the result, the ellipsis included
 * @example shorten('Music from Reus', 12) // 'Music from…'
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength);
  const lastBlank = start.search(/\s\S*$/);
  // A text without blanks is cut within a word, but not within a character.
  const kept = lastBlank > 0 ? start.slice(0, lastBlank) : start.slice(0, -1).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trimEnd()}…`;
}
