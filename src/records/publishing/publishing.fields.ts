import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { USER_REFERENCE_TARGET } from '../types/record-kinds.js';
import { ImageField, type ImageInput } from '../images/image.field.js';
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
import { publicationRule } from './publication.js';
import { CREATE_STATUSES, type Status } from './publishing.columns.js';

/** Only editors may name another author. For other callers this is forbidden whether or not the user exists. */
const assignsOtherAuthor = (author: unknown, principal: Principal): boolean =>
  typeof author === 'number' && author !== principal.id && !hasPrivilege(principal, 'assignAuthors');

/** Fields of events, venues and organizers. */
@Rules(publicationRule)
export class PublishingFields {
  @RichTextField({ example: 'examples.description' })
  description?: string | null;

  @IdField({ references: USER_REFERENCE_TARGET, min: 1, isForbidden: assignsOtherAuthor })
  author?: number | null;

  /** Updates also accept `trash`. */
  @KeywordField({ values: CREATE_STATUSES, example: 'publish' })
  status?: Status | null;

  @DateTimeField()
  date?: ParsedDateTime | null;

  @DateTimeField()
  date_utc?: ParsedDateTime | null;

  @ImageField({ description: 'image.self', example: 'https://agenda.example/images/concert.jpg' })
  image?: ImageInput | null;

  @JsonObjectField({ maxBytes: 16_384, example: { accessible: true } })
  custom_fields?: Record<string, unknown> | null;

  @LanguageField({ example: 'examples.language' })
  ml_language?: Language | null;
}
