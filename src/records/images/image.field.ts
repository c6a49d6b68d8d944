import { IMAGE_REFERENCE_TARGET } from './image-reference-target.js';
import { INVALID_VALUE, toInteger, toText } from '../../kernel/schema/coercion.js';
import { defineField, type FieldOptions } from '../../kernel/schema/field.js';
import { hasForbiddenCharacters, toPlainText } from '../../kernel/text/plain-text.js';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../kernel/schema/limits.js';
import { hasMaxLength, isHttpUrl, isParsed, rule } from '../../kernel/schema/field-rules.js';
import { fileExtensionOf } from './image.view.js';

/** An image in a request, by id or URL. */
export interface ImageInput {
  readonly id?: number;
  readonly url?: string;
  readonly alt?: string | undefined;
}

/** Extensions of image files (IANA media types `image/*`, MDN's guide to image file types). */
const IMAGE_EXTENSIONS = new Set(
  'apng avif bmp cur gif heic heif ico jfif jp2 jpe jpeg jpg jxl pjp pjpeg png svg svgz tif tiff webp'.split(' '),
);

/** An id, an `http(s)` URL, or an object with either and `alt`. */
export function ImageField(options: FieldOptions = {}): PropertyDecorator {
  return defineField(
    {
      coerce: toImageInput,
      rules: [rule('image', isParsed)],
      schema: {
        anyOf: [
          { type: 'integer', minimum: 1 },
          { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
          { type: 'object', properties: IMAGE_INPUT_PROPERTIES, required: ['id'] },
          { type: 'object', properties: IMAGE_INPUT_PROPERTIES, required: ['url'] },
        ],
      },
      sample: 'https://agenda.example/images/concert.jpg',
      references: IMAGE_REFERENCE_TARGET,
    },
    options,
  );
}

const IMAGE_INPUT_PROPERTIES = {
  id: { type: 'integer', minimum: 1, description: 'fields.image.id', examples: [7] },
  url: {
    type: 'string',
    format: 'uri',
    maxLength: MAX_URL_LENGTH,
    description: 'fields.image.url',
    examples: ['https://agenda.example/images/concert.jpg'],
  },
  alt: {
    type: 'string',
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    description: 'fields.image.alt',
    examples: ['examples.image_alt'],
  },
} as const;

const toAltText = toText(MAX_NAME_LENGTH);
const toImageUrl = toText(MAX_URL_LENGTH);

function toImageInput(value: unknown): ImageInput | typeof INVALID_VALUE {
  if (Array.isArray(value)) return INVALID_VALUE;
  if (value === null || typeof value !== 'object') return toImageReference(value);
  const { id, url, alt } = value as Record<string, unknown>;
  const image = toImageReference(id ?? url);
  if (image === INVALID_VALUE || alt === undefined) return image;
  const text = readAltText(alt ?? '');
  return text === INVALID_VALUE ? INVALID_VALUE : { ...image, alt: text };
}

function readAltText(value: unknown): string | typeof INVALID_VALUE {
  const text = toAltText(value);
  const isValid = typeof text === 'string' && hasMaxLength(MAX_NAME_LENGTH, text) && !hasForbiddenCharacters(text);
  return isValid ? toPlainText(text) : INVALID_VALUE;
}

function toImageReference(value: unknown): ImageInput | typeof INVALID_VALUE {
  const id = toInteger(value);
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? { id } : INVALID_VALUE;
  const url = toImageUrl(value);
  return isHttpUrl(url) && hasPossibleImageExtension(url) ? { url } : INVALID_VALUE;
}

/** URLs without a file extension can be images. */
function hasPossibleImageExtension(url: string): boolean {
  const extension = fileExtensionOf(new URL(url));
  return extension === null || IMAGE_EXTENSIONS.has(extension);
}
