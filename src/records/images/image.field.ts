import { IMAGES } from './readable-images.js';
import { REFUSED, toInteger, toText } from '../../kernel/schema/coercion.js';
import { field, type FieldOptions } from '../../kernel/schema/field.js';
import { hasForbiddenCharacters, plainText } from '../../kernel/text/plain-text.js';
import { LONGEST_NAME, LONGEST_URL } from '../../kernel/schema/limits.js';
import { hasAtMost, isHttpUrl, IsImage } from '../../kernel/schema/validators.js';
import { extensionOf } from './extension-of.js';

/** An image as a client names it: by id or by address, with the alternative text of this use where it is an object. */
export interface SentImage {
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
  const schema = {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', format: 'uri', maxLength: LONGEST_URL },
      { type: 'object', properties: SENT_IMAGE, required: ['id'] },
      { type: 'object', properties: SENT_IMAGE, required: ['url'] },
    ],
  };
  const validators = [IsImage({ message: 'validation.image' })];
  return field(
    { coerce: toImage, validators, schema, sample: 'https://agenda.example/images/concert.jpg', references: IMAGES },
    options,
  );
}

const SENT_IMAGE = {
  id: { type: 'integer', minimum: 1, description: 'fields.image.id', examples: [7] },
  url: {
    type: 'string',
    format: 'uri',
    maxLength: LONGEST_URL,
    description: 'fields.image.url',
    examples: ['https://agenda.example/images/concert.jpg'],
  },
  alt: {
    type: 'string',
    nullable: true,
    maxLength: LONGEST_NAME,
    description: 'fields.image.alt',
    examples: ['examples.image_alt'],
  },
} as const;

const toName = toText(LONGEST_NAME);
const toAddress = toText(LONGEST_URL);

function toImage(value: unknown): SentImage | typeof REFUSED {
  if (Array.isArray(value)) return REFUSED;
  if (value === null || typeof value !== 'object') return nameImage(value);
  const { id, url, alt } = value as Record<string, unknown>;
  const image = nameImage(id ?? url);
  if (image === REFUSED || alt === undefined) return image;
  const text = toName(alt ?? '');
  const isText = typeof text === 'string' && hasAtMost(LONGEST_NAME, text) && !hasForbiddenCharacters(text);
  return isText ? { ...image, alt: plainText(text) } : REFUSED;
}

function nameImage(value: unknown): SentImage | typeof REFUSED {
  const id = toInteger(value);
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? { id } : REFUSED;
  const url = toAddress(value);
  return isHttpUrl(url) && mayBeImage(url) ? { url } : REFUSED;
}

/** An extension that is no image's tells that the address is something else; none tells nothing. */
function mayBeImage(address: string): boolean {
  const extension = extensionOf(new URL(address));
  return extension === null || IMAGE_EXTENSIONS.has(extension);
}
