import type { VNode } from 'preact';
import type { Language } from '../../kernel/language/languages.js';
import type { ImageView } from '../../records/images/image.view.js';
import { languageAttribute, type PageContext, type Props } from '../page-context.js';

/** Width of a picture beside a text if the style sheet is missing. */
const UNSTYLED_WIDTH = 240;

type RecordImageProps = Props<{
  image: ImageView;
  className: string;
  /** The text beside the image says what it shows. */
  isDecorative?: boolean;
  /** `eager` for an image on the first screen. */
  loading?: 'eager' | 'lazy';
}>;

/** The image of a record, if the configuration allows its host, else a link to it. */
export function RecordImage({
  page,
  image,
  className,
  isDecorative,
  loading = 'lazy',
}: RecordImageProps): VNode | null {
  if (isAllowedImage(page, image.url))
    return (
      <img
        class={className}
        src={image.url}
        alt={isDecorative ? '' : (image.alt ?? '')}
        loading={loading}
        decoding="async"
        width={image.width ?? (isDecorative ? UNSTYLED_WIDTH : undefined)}
        height={image.height ?? undefined}
      />
    );
  if (isDecorative) return null;
  return (
    <p class="image-link">
      <a href={image.url} rel="noopener noreferrer">
        {page.text('show_image')}
      </a>
    </p>
  );
}

/** Whether a page loads an image: it is of this service, or its host is one of `PAGES_IMAGE_HOSTS`. */
export function isAllowedImage({ site }: PageContext, address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.origin === new URL(site.baseUrl).origin) return true;
  return site.configuration.PAGES_IMAGE_HOSTS.some((allowed) => {
    if (allowed === '*') return url.protocol === 'https:';
    return allowed.startsWith('*.') ? url.host.endsWith(allowed.slice(1)) : url.host === allowed;
  });
}

/** The description of a record, which is sanitized HTML. */
export const Description = ({
  page,
  record,
}: Props<{ record: { description: string; ml_language: Language } }>): VNode | null =>
  record.description === '' ? null : (
    <section class="description" aria-labelledby="description">
      <h2 class="visually-hidden" id="description">
        {page.text('description')}
      </h2>
      <div
        lang={languageAttribute(record, page)}
        dangerouslySetInnerHTML={{ __html: richText(page, record.description) }}
      />
    </section>
  );

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
function richText(page: PageContext, html: string): string {
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
