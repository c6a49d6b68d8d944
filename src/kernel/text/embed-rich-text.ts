const HEADING_PATTERN = /<(\/?)h([1-6])(?=[ >])/g;
const LINK_PATTERN = /<a ([^>]*)>/g;
const WHOLE_LINK_PATTERN = /<a(?: [^>]*)?>.*?<\/a>/gs;
const IMAGE_PATTERN = /<img [^>]*>/g;
const OTHER_SITE_PATTERN = /(?:^| )href="https?:/i;

interface EmbedOptions {
  /** Level of the highest headings. Others keep their order below it. */
  readonly firstLevel: number;
  readonly isAllowedImage: (address: string) => boolean;
  /** Text for an image without an alternative text. */
  readonly imageText: string;
}

/**
 * Adapts sanitized HTML to the page around it: lowers headings, sets `rel` of links to other sites, and replaces images
 * that the page may not load: by a link to the image, or by its alternative text if the image is within a link.
 * @param html a result of `sanitizeRichText`: each `<` and `>` belongs to a tag
 * @example embedRichText('<h1>Programme</h1>', { firstLevel: 3, … }) // '<h3>Programme</h3>'
 */
export function embedRichText(html: string, options: EmbedOptions): string {
  const levels = [...new Set([...html.matchAll(HEADING_PATTERN)].map(([, , level]) => Number(level)))];
  const ordered = levels.toSorted((a, b) => a - b);
  return html
    .replace(HEADING_PATTERN, (_tag, slash: string, level: string) => {
      return `<${slash}h${Math.min(6, options.firstLevel + ordered.indexOf(Number(level)))}`;
    })
    .replace(WHOLE_LINK_PATTERN, (link) => link.replace(IMAGE_PATTERN, (tag) => imageOr('text', tag, options)))
    .replace(IMAGE_PATTERN, (tag) => imageOr('link', tag, options))
    .replace(LINK_PATTERN, (tag, attributes: string) =>
      OTHER_SITE_PATTERN.test(attributes)
        ? `<a ${attributes.replace(/ ?rel="[^"]*"/, '')} rel="noopener noreferrer">`
        : tag,
    );
}

/** The tag of an allowed image, or its substitute: within a link a text, because links cannot contain links. */
function imageOr(substitute: 'link' | 'text', tag: string, { isAllowedImage, imageText }: EmbedOptions): string {
  const [, address = ''] = / src="([^"]*)"/.exec(tag) ?? [];
  if (isAllowedImage(address.replaceAll('&amp;', '&'))) return tag;
  const [, alt = ''] = / alt="([^"]*)"/.exec(tag) ?? [];
  const text = alt || imageText;
  return substitute === 'text' ? text : `<a href="${address}">${text}</a>`;
}
