const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
/** Without U+0000, which makes a text invalid, and without line breaks and tabs. */
const CONTROL_CHARACTERS = /[\p{Cc}--[\0\t\n\r\x85]]/gv;
const PARAGRAPHS = /[^\n\r\x85\u2029]+/g;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
const BIDI_EMBEDDINGS = '\u202a\u202b\u202d\u202e';
const BIDI_ISOLATES = '\u2066\u2067\u2068';
const END_OF_EMBEDDING = '\u202c';
const END_OF_ISOLATE = '\u2069';

/** Replaces line breaks and tabs by blanks. */
export const toOneLine = (text: string): string => text.replace(LINE_BREAKS_AND_TABS, ' ');

/** Removes control characters except U+0000, line breaks and tabs. */
export const removeControlCharacters = (text: string): string =>
  text.replace(/[\v\f]/g, '\n').replace(CONTROL_CHARACTERS, '');

/**
 * Removes bidirectional controls that have no counterpart in their paragraph. They would change the order of the text around them.
 * @see https://unicode.org/reports/tr9/#Explicit_Directional_Embeddings
 */
export const removeUnbalancedBidiControls = (text: string): string =>
  BIDI_CONTROLS.test(text) ? text.replace(PARAGRAPHS, balanceParagraph) : text;

function balanceParagraph(paragraph: string): string {
  const characters = paragraph.split('');
  const remove = (index: number) => void (characters[index] = '');
  const outermost: number[] = [];
  /** Each open isolate: its index, then those of the open embeddings in it. */
  const isolates: [number, ...number[]][] = [];
  for (const [index, character] of characters.entries()) {
    const embeddings = isolates.at(-1) ?? outermost;
    if (BIDI_ISOLATES.includes(character)) isolates.push([index]);
    else if (BIDI_EMBEDDINGS.includes(character)) embeddings.push(index);
    else if (character === END_OF_ISOLATE) (isolates.pop()?.slice(1) ?? [index]).forEach(remove);
    else if (character === END_OF_EMBEDDING) {
      // The first entry of an isolate is its own index.
      if (embeddings.length > Math.min(isolates.length, 1)) embeddings.pop();
      else remove(index);
    }
  }
  [outermost, ...isolates].flat().forEach(remove);
  return characters.join('');
}
