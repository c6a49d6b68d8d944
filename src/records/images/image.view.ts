import { ApiProperty } from '@nestjs/swagger';
import type { ImageStrategy } from '../extension-points/strategy-types.js';

/** An image in a response. Only an image strategy provides `width`, `height` and `sizes`. */
export class ImageView {
  @ApiProperty({ description: 'fields.image.id', type: 'integer', minimum: 1, example: 7 })
  id!: number;

  @ApiProperty({ description: 'fields.image.url', format: 'iri', example: 'https://agenda.example/images/concert.jpg' })
  url!: string;

  @ApiProperty({ description: 'fields.image.extension', nullable: true, type: String, example: 'jpg' })
  extension!: string | null;

  @ApiProperty({ description: 'fields.image.width', nullable: true, type: 'integer', minimum: 1, example: null })
  width!: number | null;

  @ApiProperty({ description: 'fields.image.height', nullable: true, type: 'integer', minimum: 1, example: null })
  height!: number | null;

  @ApiProperty({ description: 'fields.image.alt', nullable: true, type: String, example: 'examples.image_alt' })
  alt!: string | null;

  @ApiProperty({ description: 'fields.image.sizes', type: 'object', additionalProperties: true, example: {} })
  sizes!: Record<string, unknown>;
}

/**
 * Builds the view of an image.
 * @param alt the alternative text in the record that shows the image
 * @param rootUrl URL of the root of the service, the prefix for the paths of its own files
 */
export function imageView(
  stored: StoredImage | null,
  alt: string | null,
  rootUrl: string,
  strategy?: ImageStrategy,
): ImageView | null {
  if (!stored) return null;
  const image = withAbsoluteUrl(stored, rootUrl);
  const url = URL.parse(image.url);
  const { width = null, height = null, sizes = {}, ...resolved } = strategy?.resolveImage(image) ?? {};
  const extension = (url && fileExtensionOf(url)) ?? '';
  const imageExtension = IMAGE_FILE_EXTENSIONS.has(extension) ? extension : null;
  return { ...image, ...resolved, extension: imageExtension, width, height, alt, sizes };
}

function withAbsoluteUrl(image: StoredImage, rootUrl: string): StoredImage {
  return image.url.startsWith('/') ? { ...image, url: `${rootUrl}${image.url}` } : image;
}

export interface StoredImage {
  readonly id: number;
  /** An absolute URL. Files of the service have a path instead, because the public URL of the service may change. */
  readonly url: string;
}

/** Extensions of image files (IANA media types `image/*`, MDN's guide to image file types). */
const IMAGE_FILE_EXTENSIONS = new Set(
  'apng avif bmp cur gif heic heif ico jfif jp2 jpe jpeg jpg jxl pjp pjpeg png svg svgz tif tiff webp'.split(' '),
);

/** The file extension of a URL in lower case: up to 10 letters and digits, but not only digits as in `/v1.2`. */
export function fileExtensionOf({ pathname }: URL): string | null {
  const [, extension] = /\.(?!\d+$)([a-z0-9]{1,10})$/i.exec(pathname) ?? [];
  return extension?.toLowerCase() ?? null;
}
