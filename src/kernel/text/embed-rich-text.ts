const HEADING_PATTERN = /<(\/?)h([1-6])(?=[ >])/g;
const LINK_PATTERN = /<a ([^>]*)>/g;
const IMAGE_PATTERN = /<img [^>]*>/g;
const OTHER_SITE_PATTERN = /(?:^| )href="https?:/i;

interface EmbedOptions {
  /** Level of the highest headings. Others keep their order below it. */
  readonly firstLevel: number;
  readonly isAllowedImage: (address: string) => boolean;
  /** Text of a link to an image without an alternative text. */
  readonly imageText: string;
}

/**
 * Adapts sanitized HTML to the page around it: lowers headings, replaces images that the page may not load with links, and adds `rel` to
 * links to other sites.
 * @param html a result of `sanitizeRichText`: each `<` and `>` belongs to a tag
 * @example embedRichText('<h1>Programme</h1>', { firstLevel: 3, … }) // '<h3>Programme</h3>'
 */
export function embedRichText(html: string, options: EmbedOptions): string {
  const levels = [...new Set([...html.matchAll(HEADING_PATTERN)].map(([, , level]) => Number(level)))];
  const ordered = levels.toSorted((one, other) => one - other);
  return html
    .replace(HEADING_PATTERN, (_tag, slash: string, level: string) => {
      return `<${slash}h${Math.min(6, options.firstLevel + ordered.indexOf(Number(level)))}`;
    })
    .replace(IMAGE_PATTERN, (tag) => imageOrLink(tag, options))
    .replace(LINK_PATTERN, (tag, attributes: string) =>
      OTHER_SITE_PATTERN.test(attributes)
        ? `<a ${attributes.replace(/ ?rel="[^"]*"/, '')} rel="noopener noreferrer">`
        : tag,
    );
}

function imageOrLink(tag: string, { isAllowedImage, imageText }: EmbedOptions): string {
  const [, address = ''] = / src="([^"]*)"/.exec(tag) ?? [];
  if (isAllowedImage(address.replaceAll('&amp;', '&'))) return tag;
  const [, alt = ''] = / alt="([^"]*)"/.exec(tag) ?? [];
  return `<a href="${address}">${alt || imageText}</a>`;
}
