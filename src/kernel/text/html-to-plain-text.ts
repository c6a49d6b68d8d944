import { WORD_SEPARATING_TAGS } from './rich-text-options.js';

const TAG_PATTERN = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g;
const HREF_PATTERN = / href="([^"]*)"/;
const ALT_PATTERN = / alt="([^"]*)"/;
const ENTITY_PATTERN = /&(lt|gt|quot|amp);/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** White space that HTML collapses. No-break spaces stay. */
const WHITE_SPACE_PATTERN = /[ \t\n\f\r]+/g;
/** Elements that separate words but not lines. */
const CELL_TAGS = new Set(['td', 'th', 'col', 'colgroup']);
const MAX_LINE_BREAKS = 2;

/**
 * Converts sanitized HTML to plain text with lines. Blocks and `<br>` become line breaks, list items start with `- `, a link becomes
 * `text (address)`, an image its alternative text.
 * @param html a result of `sanitizeRichText`
 * @param maxLength stops reading after this number of UTF-16 code units of text. The result can be longer
 * @example htmlToPlainText('<p>Tickets:</p><ul><li><a href="https://a.example/">box office</a></li></ul>')
 * // 'Tickets:\n- box office (https://a.example/)'
 */
export function htmlToPlainText(html: string, maxLength = Infinity): string {
  const text = new PlainText();
  let end = 0;
  for (const match of html.matchAll(TAG_PATTERN)) {
    if (text.written.length > maxLength) break;
    const [tag, slash, name = '', attributes = ''] = match;
    text.addText(html.slice(end, match.index));
    if (slash === '') text.open(name, attributes);
    else text.close(name);
    end = match.index + tag.length;
  }
  if (text.written.length <= maxLength) text.addText(html.slice(end));
  return text.written.trim().normalize('NFC');
}

/** A text under construction. White space is written together with the text after it, so that no line ends with a blank. */
class PlainText {
  written = '';
  private lineBreaks = 0;
  private hasBlank = false;
  private bullet = '';
  private openPreformatted = 0;
  private readonly openLinks: { readonly address: string; text: string }[] = [];

  open(name: string, attributes: string): void {
    if (name === 'a') this.openLinks.push({ address: attributeValue(HREF_PATTERN, attributes), text: '' });
    else if (name === 'img') this.write(attributeValue(ALT_PATTERN, attributes));
    else if (name === 'br') this.lineBreaks += 1;
    else this.separate(name);
    if (name === 'li') this.bullet = '- ';
    if (name === 'pre') this.openPreformatted += 1;
  }

  close(name: string): void {
    if (name === 'a') this.closeLink();
    else this.separate(name);
    if (name === 'li') this.bullet = '';
    if (name === 'pre') this.openPreformatted -= 1;
  }

  /** Adds a part of the HTML between two tags. */
  addText(source: string): void {
    if (this.openPreformatted > 0) this.addLines(source);
    else this.addWords(source.replace(WHITE_SPACE_PATTERN, ' '));
  }

  private addWords(source: string): void {
    const [isAfterBlank, isBeforeBlank] = [source.startsWith(' '), source.endsWith(' ')];
    this.hasBlank ||= isAfterBlank;
    const words = source.slice(isAfterBlank ? 1 : 0, isBeforeBlank ? -1 : undefined);
    if (words === '') return;
    this.write(decode(words));
    this.hasBlank = isBeforeBlank;
  }

  private addLines(source: string): void {
    for (const [index, line] of source.split('\n').entries()) {
      if (index > 0) this.lineBreaks += 1;
      this.write(decode(line));
    }
  }

  private write(text: string): void {
    if (text === '') return;
    const link = this.openLinks.at(-1);
    if (link) link.text += text;
    this.written += `${this.separator()}${this.bullet}${text}`;
    this.lineBreaks = 0;
    this.hasBlank = false;
    this.bullet = '';
  }

  private separator(): string {
    if (this.written === '') return '';
    return this.lineBreaks > 0 ? '\n'.repeat(Math.min(this.lineBreaks, MAX_LINE_BREAKS)) : this.hasBlank ? ' ' : '';
  }

  private separate(name: string): void {
    if (CELL_TAGS.has(name)) this.hasBlank = true;
    else if (WORD_SEPARATING_TAGS.has(name)) this.lineBreaks = Math.max(this.lineBreaks, 1);
  }

  /** A link within the text has no address. An address that is the text of its link is not repeated. */
  private closeLink(): void {
    const { address = '', text = '' } = this.openLinks.pop() ?? {};
    if (address === '' || address.startsWith('#')) return;
    if (text === '') this.write(address);
    else if (address.replace(/^(?:mailto|tel):/, '') !== text && address !== text) this.written += ` (${address})`;
  }
}

const attributeValue = (pattern: RegExp, attributes: string): string => decode(pattern.exec(attributes)?.[1] ?? '');

const decode = (source: string): string =>
  source.includes('&') ? source.replace(ENTITY_PATTERN, (entity, name: string) => CHARACTERS[name] ?? entity) : source;
