import type { Language } from '../kernel/language/languages.js';
import { LanguageField, RichTextField, TextField } from '../kernel/schema/fields.js';
import { MAX_SLUG_LENGTH } from '../kernel/text/slugify.js';

/** Common fields of the creates of categories and tags. */
export class TermFields {
  @TextField({ required: true, description: 'term_name', example: 'examples.term.name' })
  name!: string;

  @RichTextField({ example: 'examples.term.description' })
  description?: string | null;

  @TextField({ maxLength: MAX_SLUG_LENGTH, example: 'examples.term.slug' })
  slug?: string | null;

  @LanguageField({ example: 'examples.language' })
  ml_language?: Language | null;
}
