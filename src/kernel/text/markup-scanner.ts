const OPENS_MARKUP = /[a-z/!?]/i;
const RAW_TEXT_ELEMENT = /^<(script|style)[\s/>]/i;

/**
 * Finds where markup ends in a text that anybody may have written, as the tokenizer of the HTML standard would. Its time
 * is linear in the length of the text whatever it holds: what was once sought in vain is not sought again.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class MarkupScanner {
  private readonly notFound = new Set<string>();
  private hasBalancedQuotes = true;

  constructor(private readonly text: string) {}

  /**
   * The position behind the tag or comment that opens at a `<`; behind its content, for a script or a style sheet that
   * ends. Undefined where the `<` is a mere character, as it is before a digit, a blank, or a tag that never ends.
   *
   * @example
   * new MarkupScanner('a <b>c').endOfMarkup(2); // 5
   */
  endOfMarkup(opening: number): number | undefined {
    if (!OPENS_MARKUP.test(this.text[opening + 1] ?? '')) {
      return undefined;
    }
    if (this.text.startsWith('<!--', opening)) {
      // `<!-->` is a whole comment.
      return this.indexAfter('-->', opening + 2);
    }
    const end = this.endOfTag(opening);
    return end === undefined ? undefined : this.endOfRawText(opening, end);
  }

  private endOfTag(opening: number): number | undefined {
    // A text whose quotes do not match would be read to its end for every tag: from then on any `>` ends one.
    const end = this.hasBalancedQuotes ? this.endAfterQuotedValues(opening) : undefined;
    this.hasBalancedQuotes &&= end !== undefined;
    return end ?? this.indexAfter('>', opening);
  }

  private endAfterQuotedValues(opening: number): number | undefined {
    const mark = /[>=]\s*/g;
    mark.lastIndex = opening;
    for (let found = mark.exec(this.text); found !== null; found = mark.exec(this.text)) {
      if (found[0].startsWith('>')) {
        return found.index + 1;
      }
      const quote = this.text[mark.lastIndex] ?? '';
      const closing = quote === '"' || quote === "'" ? this.indexAfter(quote, mark.lastIndex + 1) : undefined;
      mark.lastIndex = closing ?? mark.lastIndex;
    }
    return undefined;
  }

  private endOfRawText(opening: number, end: number): number {
    const name = RAW_TEXT_ELEMENT.exec(this.text.slice(opening, opening + 8))?.[1]?.toLowerCase();
    if (name === undefined || this.notFound.has(name)) {
      return end;
    }
    const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
    closing.lastIndex = end;
    const found = closing.exec(this.text);
    if (found === null) {
      this.notFound.add(name);
    }
    return found?.index ?? end;
  }

  private indexAfter(mark: string, from: number): number | undefined {
    const found = this.notFound.has(mark) ? -1 : this.text.indexOf(mark, from);
    if (found === -1) {
      this.notFound.add(mark);
      return undefined;
    }
    return found + mark.length;
  }
}

/**
 * Rewrites a text's markup, leaving the rest as it is.
 *
 * @param rewrite gives what stands for a piece of markup (see `MarkupScanner.endOfMarkup`)
 * @param strayReplacement what stands for a `<` that opens no markup
 * @example
 * rewriteMarkup('1 < 2 <b>', () => '', '&lt;'); // '1 &lt; 2 '
 */
export function rewriteMarkup(text: string, rewrite: (markup: string) => string, strayReplacement: string): string {
  const scanner = new MarkupScanner(text);
  const pieces: string[] = [];
  let position = 0;
  for (let opening = text.indexOf('<'); opening !== -1; opening = text.indexOf('<', position)) {
    const end = scanner.endOfMarkup(opening);
    pieces.push(
      text.slice(position, opening),
      end === undefined ? strayReplacement : rewrite(text.slice(opening, end)),
    );
    position = end ?? opening + 1;
  }
  return pieces.join('') + text.slice(position);
}
