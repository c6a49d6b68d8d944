import { ImageField, type SentImage } from '../images/image.field.js';
import type { Language } from '../language/languages.js';
import type { ParsedDateTime } from '../time/parse-date-time.js';
import {
  DateTimeField,
  IdField,
  JsonObjectField,
  KeywordField,
  LanguageField,
  RichTextField,
} from '../validation/fields.js';
import { STATUSES, type Status } from './publishing.columns.js';

/** What events, venues and organizers have in common when they are written. */
export class PublishingFields {
  @RichTextField({ example: '<p>…</p>' })
  description?: string | null;

  @IdField({ references: 'users' })
  author?: number | null;

  @KeywordField({ values: STATUSES, example: 'publish' })
  status?: Status | null;

  @DateTimeField()
  date?: ParsedDateTime | null;

  @DateTimeField()
  date_utc?: ParsedDateTime | null;

  @ImageField({ description: 'image.self', example: 'https://agenda.example/images/concert.jpg' })
  image?: SentImage | null;

  @JsonObjectField({ maxBytes: 16_384, example: { accessible: true } })
  custom_fields?: Record<string, unknown> | null;

  @LanguageField({ example: 'ca' })
  ml_language?: Language | null;
}
