import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { LANGUAGES, type Language } from '../language/languages.js';
import { ImageView } from '../images/image.view.js';
import { STATUSES, type Status } from '../publishing/publishing.columns.js';

/** Where a translation of a record is found. */
export class TranslationView {
  @ApiProperty({ description: 'fields.slug' })
  slug!: string;

  @ApiProperty({ description: 'fields.rest_url', format: 'uri' })
  rest_url!: string;
}

/** What every record is served with, embedded ones too. */
@ApiExtraModels(TranslationView)
export class RecordView {
  @ApiProperty({ description: 'fields.id', type: 'integer' })
  id!: number;

  @ApiProperty({ description: 'fields.slug' })
  slug!: string;

  @ApiProperty({ description: 'fields.description' })
  description!: string;

  @ApiProperty({ description: 'fields.url', format: 'uri' })
  url!: string;

  @ApiProperty({ description: 'fields.rest_url', format: 'uri' })
  rest_url!: string;

  @ApiProperty({ description: 'fields.ml_language_served', enum: LANGUAGES })
  ml_language!: Language;

  @ApiProperty({
    description: 'fields.ml_translations',
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/TranslationView' },
  })
  ml_translations!: Partial<Record<Language, TranslationView>>;
}

/** What events, venues and organizers are served with beside that. */
export class PublishedView extends RecordView {
  @ApiProperty({ description: 'fields.author', type: 'integer', nullable: true })
  author!: number | null;

  @ApiProperty({ description: 'fields.status', enum: STATUSES })
  status!: Status;

  @ApiProperty({ description: 'fields.date', type: String, nullable: true })
  date!: string | null;

  @ApiProperty({ description: 'fields.date_utc', type: String, nullable: true })
  date_utc!: string | null;

  @ApiProperty({ description: 'fields.modified' })
  modified!: string;

  @ApiProperty({ description: 'fields.modified_utc' })
  modified_utc!: string;

  @ApiProperty({ description: 'fields.image.self', type: ImageView, nullable: true })
  image!: ImageView | null;

  @ApiProperty({ description: 'fields.custom_fields', type: 'object', additionalProperties: true })
  custom_fields!: Record<string, unknown>;
}
