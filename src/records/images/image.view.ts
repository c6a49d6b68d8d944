import { ApiProperty } from '@nestjs/swagger';
import type { ImageStrategy } from '../extension-points/strategy-types.js';
import { fileExtensionOf } from './file-extension.js';

/** An image as served. The service never fetches it, so its size is unknown. */
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

/** Shapes an image and the alternative text of this use of it. */
export function imageView(image: StoredImage | null, alt: string | null, strategy?: ImageStrategy): ImageView | null {
  if (!image) return null;
  const url = URL.parse(image.url);
  const { width = null, height = null, sizes = {}, ...resolved } = strategy?.resolveImage(image) ?? {};
  return { ...image, ...resolved, extension: url && fileExtensionOf(url), width, height, alt, sizes };
}

/** An image as it is stored. */
export interface StoredImage {
  readonly id: number;
  readonly url: string;
}
