/**
 * Returns a function that translates texts of Swagger UI, and leaves other texts unchanged.
 *
 * @param {Record<string, Record<string, string>>} labels English texts, each with its translations by language. `{}` stands for a value, as
 *   in `matches {}`
 * @param {string} language
 */
export function translator(labels, language) {
  const texts = new Map(Object.entries(labels).map(([english, translations]) => [english, translations[language]]));
  const patterns = [...texts].filter(([english, text]) => english.includes('{}') && text !== undefined);
  return (text) => {
    const english = text.trim();
    if (texts.get(english) !== undefined) return text.replace(english, () => texts.get(english));
    for (const [pattern, translation] of patterns) {
      const [start, end] = pattern.split('{}');
      if (english.length > start.length + end.length && english.startsWith(start) && english.endsWith(end)) {
        return translation.replace('{}', () => english.slice(start.length, english.length - end.length));
      }
    }
    return text;
  };
}
