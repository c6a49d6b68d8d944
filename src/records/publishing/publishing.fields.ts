import { may } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { USERS } from '../types/users.js';
import { ImageField, type SentImage } from '../images/image.field.js';
import type { Language } from '../../kernel/language/languages.js';
import type { ParsedDateTime } from '../../kernel/time/parse-date-time.js';
import {
  DateTimeField,
  IdField,
  JsonObjectField,
  KeywordField,
  LanguageField,
  RichTextField,
} from '../../kernel/schema/fields.js';
import { Rules } from '../../kernel/schema/rules.js';
import { publicationRule } from './publish.js';
import { STATUSES_OF_NEW, type Status } from './publishing.columns.js';

/** Somebody else as the author; that there is none by that id is not for everybody to know. */
const namesAnother = (author: unknown, principal: Principal): boolean =>
  typeof author === 'number' && author !== principal.id && !may(principal, 'nameAuthors');

/** What events, venues and organizers have in common when they are written. */
@Rules(publicationRule)
export class PublishingFields {
  @RichTextField({ example: 'examples.description' })
  description?: string | null;

  @IdField({ references: USERS, least: 1, reserved: namesAnother })
  author?: number | null;

  /** Nothing is created in the trash; updates take that status too. */
  @KeywordField({ values: STATUSES_OF_NEW, example: 'publish' })
  status?: Status | null;

  @DateTimeField()
  date?: ParsedDateTime | null;

  @DateTimeField()
  date_utc?: ParsedDateTime | null;

  @ImageField({ description: 'image.self', example: 'https://agenda.example/images/concert.jpg' })
  image?: SentImage | null;

  @JsonObjectField({ maxBytes: 16_384, example: { accessible: true } })
  custom_fields?: Record<string, unknown> | null;

  @LanguageField({ example: 'examples.language' })
  ml_language?: Language | null;
}
