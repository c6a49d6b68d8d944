import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { VERSION_KEY } from './entity-tag-view.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { ImageView } from '../images/image.view.js';
import { STATUSES, type Status } from '../publishing/publishing.columns.js';
import { LOCAL_DATE_TIME_PATTERN } from '../../kernel/time/local-time.js';

class TranslationView {
  @ApiProperty({ description: 'fields.slug', minLength: 1, maxLength: 200, example: 'examples.event.slug' })
  slug!: string;

  @ApiProperty({
    description: 'fields.rest_url',
    format: 'uri',
    example: 'https://agenda.example/calendar/events/v1/events/12?ml_language=ca',
  })
  rest_url!: string;
}

const translationProperty = { description: 'fields.ml_translation', allOf: [{ $ref: getSchemaPath(TranslationView) }] };

/** Members of every record. */
@ApiExtraModels(TranslationView)
export class RecordView {
  /** For the entity tag, also of a response without `version`. */
  readonly [VERSION_KEY]?: number | undefined;

  @ApiProperty({ description: 'fields.id', type: 'integer', minimum: 1, example: 12 })
  id!: number;

  @ApiProperty({ description: 'fields.slug', minLength: 1, maxLength: 200 })
  slug!: string;

  @ApiProperty({ description: 'fields.description', example: 'examples.description' })
  description!: string;

  @ApiProperty({ description: 'fields.url', format: 'uri' })
  url!: string;

  @ApiProperty({ description: 'fields.rest_url', format: 'uri' })
  rest_url!: string;

  @ApiProperty({ description: 'fields.version', type: 'integer', minimum: 1, example: 3 })
  version!: number;

  @ApiProperty({ description: 'fields.ml_language_served', enum: LANGUAGES, example: 'examples.language' })
  ml_language!: Language;

  @ApiProperty({
    description: 'fields.ml_translations',
    type: 'object',
    properties: Object.fromEntries(LANGUAGES.map((language) => [language, translationProperty])),
    additionalProperties: false,
    minProperties: 1,
  })
  ml_translations!: Partial<Record<Language, TranslationView>>;
}

const NULLABLE_LOCAL_DATE_TIME = { pattern: LOCAL_DATE_TIME_PATTERN, type: String, nullable: true };

/** Members of events, venues and organizers. */
export class PublishableView extends RecordView {
  @ApiProperty({ description: 'fields.author', type: 'integer', minimum: 1, nullable: true, example: 1 })
  author!: number | null;

  @ApiProperty({ description: 'fields.status', enum: STATUSES, example: 'publish' })
  status!: Status;

  @ApiProperty({ description: 'fields.date', ...NULLABLE_LOCAL_DATE_TIME, example: '2026-11-02 10:00:00' })
  date!: string | null;

  @ApiProperty({ description: 'fields.date_utc', ...NULLABLE_LOCAL_DATE_TIME, example: '2026-11-02 09:00:00' })
  date_utc!: string | null;

  @ApiProperty({ description: 'fields.modified', pattern: LOCAL_DATE_TIME_PATTERN, example: '2026-11-20 17:45:00' })
  modified!: string;

  @ApiProperty({ description: 'fields.modified_utc', pattern: LOCAL_DATE_TIME_PATTERN, example: '2026-11-20 16:45:00' })
  modified_utc!: string;

  @ApiProperty({ description: 'fields.image.self', type: ImageView, nullable: true })
  image!: ImageView | null;

  @ApiProperty({
    description: 'fields.custom_fields',
    type: 'object',
    additionalProperties: true,
    example: { accessible: true },
  })
  custom_fields!: Record<string, unknown>;
}
