import { IMAGE_REFERENCE_TARGET } from './image-reference-target.js';
import { defineField, type FieldOptions } from '../../kernel/schema/field.js';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../kernel/schema/limits.js';
import { InvalidValue, isHttpUrl, ONLY_MARKUP, plainTextParser, textParser, toInteger } from '../../kernel/schema/parsers.js';
import { fileExtensionOf } from './image.view.js';

export interface ImageInput {
  readonly id?: number;
  readonly url?: string;
  readonly alt?: string | undefined;
}

/** Extensions of image files (IANA media types `image/*`, MDN's guide to image file types). */
const IMAGE_FILE_EXTENSIONS = new Set(
  'apng avif bmp cur gif heic heif ico jfif jp2 jpe jpeg jpg jxl pjp pjpeg png svg svgz tif tiff webp'.split(' '),
);

/** An id, an `http(s)` URL, or an object with either and `alt`. */
export function ImageField(options: FieldOptions = {}): PropertyDecorator {
  const schema = {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
      { type: 'object', properties: IMAGE_INPUT_PROPERTIES, required: ['id'] },
      { type: 'object', properties: IMAGE_INPUT_PROPERTIES, required: ['url'] },
    ],
  };
  return defineField(
    {
      parse: parseImageInput,
      schema,
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

const INVALID_IMAGE = new InvalidValue('validation.image');
const parseAltText = plainTextParser(MAX_NAME_LENGTH);
const parseUrlText = textParser(MAX_URL_LENGTH);

function parseImageInput(value: unknown): ImageInput | InvalidValue {
  if (Array.isArray(value)) return INVALID_IMAGE;
  if (value === null || typeof value !== 'object') return parseImageReference(value);
  const { id, url, alt } = value as Record<string, unknown>;
  const image = parseImageReference(id ?? url);
  if (image instanceof InvalidValue || alt === undefined) return image;
  const text = parseAltText(alt ?? '');
  if (text instanceof InvalidValue) return text === ONLY_MARKUP ? text : INVALID_IMAGE;
  return { ...image, alt: text };
}

function parseImageReference(value: unknown): ImageInput | InvalidValue {
  const id = toInteger(value);
  if (id !== undefined) return Number.isSafeInteger(id) && id > 0 ? { id } : INVALID_IMAGE;
  const url = parseUrlText(value);
  return isHttpUrl(url) && hasPossibleImageExtension(url) ? { url } : INVALID_IMAGE;
}

/** URLs without a file extension can be images. */
function hasPossibleImageExtension(url: string): boolean {
  const extension = fileExtensionOf(new URL(url));
  return extension === null || IMAGE_FILE_EXTENSIONS.has(extension);
}
