import type { Language } from '../language/languages.js';
import { LanguageField, RichTextField, TextField } from '../validation/fields.js';
import { LONGEST_SLUG } from '../validation/limits.js';

/** What categories and tags have in common when they are written. */
export class TermFields {
  @TextField({ required: true, description: 'term_name', example: 'Astronomia' })
  name!: string;

  @RichTextField({ example: 'Observacions i xerrades' })
  description?: string | null;

  @TextField({ maxLength: LONGEST_SLUG, example: 'astronomia' })
  slug?: string | null;

  @LanguageField()
  ml_language?: Language | null;
}
