import type { VNode } from 'preact';
import type { ImageView } from '../../records/images/image.view.js';
import type { PageContext } from '../page-context.js';

/** Width of a picture beside a text if the style sheet is missing. */
const UNSTYLED_WIDTH = 240;

interface RecordImageProps {
  readonly page: PageContext;
  readonly image: ImageView;
  readonly className: string;
  /** The text beside the image says what it shows. */
  readonly isDecorative?: boolean;
  /** `eager` for an image on the first screen. */
  readonly loading?: 'eager' | 'lazy';
}

/** The image of a record, if the configuration allows its host, else a link to it. */
export function RecordImage({
  page,
  image,
  className,
  isDecorative = false,
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
  return site.configuration.PAGES_IMAGE_HOSTS.some((host) =>
    host === '*' ? url.protocol === 'https:' : matchesHost(url, host),
  );
}

const matchesHost = ({ host }: URL, allowed: string): boolean =>
  allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
