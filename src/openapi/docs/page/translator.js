/**
 * Makes the function that translates texts of Swagger UI. Other texts are returned unchanged.
 *
 * @param {Record<string, string>} labels English texts and their translations. `{}` stands for a value, as in `matches {}`
 */
export function translator(labels) {
  const patterns = Object.entries(labels).filter(([english]) => english.includes('{}'));
  return (text) => {
    const english = text.trim();
    if (Object.hasOwn(labels, english)) return text.replace(english, () => labels[english]);
    for (const [pattern, translation] of patterns) {
      const [start, end] = pattern.split('{}');
      if (english.length > start.length + end.length && english.startsWith(start) && english.endsWith(end)) {
        return translation.replace('{}', () => english.slice(start.length, english.length - end.length));
      }
    }
    return text;
  };
}
