import type { Language } from '../language/languages.js';
import { LanguageField, RichTextField, TextField } from '../validation/fields.js';
import { LONGEST_SLUG } from '../validation/limits.js';

/** What categories and tags have in common when they are written. */
export class TermFields {
  @TextField({ required: true, description: 'term_name', example: 'Música' })
  name!: string;

  @RichTextField({ example: 'Concerts i festivals' })
  description?: string | null;

  @TextField({ maxLength: LONGEST_SLUG, example: 'musica' })
  slug?: string | null;

  @LanguageField({ example: 'ca' })
  ml_language?: Language | null;
}
