import type { PageContext } from './page-context.js';
import { isAllowedImage } from './views/record-image.js';

const HEADING_PATTERN = /<(\/?)h([1-6])(?=[ >])/g;
const LINK_PATTERN = /<a ([^>]*)>/g;
const IMAGE_PATTERN = /<img [^>]*>/g;
const OTHER_SITE_PATTERN = /(?:^| )href="https?:/i;

/** The first level below the headings of a page. */
const FIRST_LEVEL = 3;

/**
 * Adapts sanitized HTML to the page around it. Headings keep their order below those of the page. Images that the page may not load become
 * links, because the browser would report each of them.
 * @param html a result of `sanitizeRichText`: each `<` and `>` belongs to a tag
 * @example richText(page, '<h1>Programme</h1>') // '<h3>Programme</h3>'
 */
export function richText(page: PageContext, html: string): string {
  const levels = [...new Set([...html.matchAll(HEADING_PATTERN)].map(([, , level]) => level))].toSorted(
    (one, other) => Number(one) - Number(other),
  );
  return html
    .replace(HEADING_PATTERN, (_tag, slash: string, level: string) => {
      return `<${slash}h${Math.min(6, FIRST_LEVEL + levels.indexOf(level))}`;
    })
    .replace(IMAGE_PATTERN, (tag) => allowedImage(page, tag))
    .replace(LINK_PATTERN, (tag, attributes: string) =>
      OTHER_SITE_PATTERN.test(attributes)
        ? `<a ${attributes.replace(/ ?rel="[^"]*"/, '')} rel="noopener noreferrer">`
        : tag,
    );
}

function allowedImage(page: PageContext, tag: string): string {
  const [, address = ''] = / src="([^"]*)"/.exec(tag) ?? [];
  if (isAllowedImage(page, address.replaceAll('&amp;', '&'))) return tag;
  const [, alt = ''] = / alt="([^"]*)"/.exec(tag) ?? [];
  return `<a href="${address}">${alt || page.text('show_image')}</a>`;
}
