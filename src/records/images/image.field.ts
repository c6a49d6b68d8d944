import { IMAGE_REFERENCE_TARGET } from './image-reference-target.js';
import { defineField, type FieldOptions } from '../../kernel/schema/field.js';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../kernel/schema/limits.js';
import {
  InvalidValue,
  isEmpty,
  ONLY_MARKUP,
  plainTextParser,
  toHttpUrl,
  toInteger,
} from '../../kernel/schema/parsers.js';
import { fileExtensionOf } from './image.view.js';

export interface ImageInput {
  readonly id?: number;
  readonly url?: string;
  readonly alt?: string | undefined;
}

/** Extensions of well-known files that are not images. Other endings are accepted: a script such as `photo.php` may serve an image. */
const OTHER_FILE_EXTENSIONS = new Set(
  [
    'htm html mht mhtml shtml xht xhtml',
    'csv doc docm docx dot dotx epub ics md odp ods odt pdf pps ppsx ppt pptm pptx ps rtf tex txt vcf xls xlsm xlsx',
    'css js json jsonld map mjs rss atom wasm xml yaml yml',
    '3g2 3gp avi flv m2ts m4v mkv mov mp4 mpeg mpg ogv ts webm wmv',
    'aac aif aiff flac m3u m3u8 m4a mid midi mp3 oga ogg opus wav weba wma',
    '7z apk bin bz2 cab deb dmg exe gz iso jar msi rar rpm sh tar tgz xz zip zst',
    'eot otf ttf woff woff2',
  ].flatMap((group) => group.split(' ')),
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

function parseImageInput(value: unknown): ImageInput | InvalidValue {
  if (Array.isArray(value)) return INVALID_IMAGE;
  if (value === null || typeof value !== 'object') return parseImageReference(value);
  const { id, url, alt } = value as Record<string, unknown>;
  const image = parseImageReference([id, url].find((each) => !isEmpty(each ?? null)));
  if (image instanceof InvalidValue || alt === undefined) return image;
  const text = parseAltText(alt ?? '');
  if (text instanceof InvalidValue) return text === ONLY_MARKUP ? text : INVALID_IMAGE;
  return { ...image, alt: text };
}

function parseImageReference(value: unknown): ImageInput | InvalidValue {
  const id = toInteger(value);
  if (id !== undefined) return Number.isSafeInteger(id) && id > 0 ? { id } : INVALID_IMAGE;
  const url = toHttpUrl(value);
  if (url === undefined) return INVALID_IMAGE;
  const extension = fileExtensionOf(new URL(url)) ?? '';
  return OTHER_FILE_EXTENSIONS.has(extension)
    ? new InvalidValue('validation.image_file', { ending: `.${extension}` })
    : { url };
}
