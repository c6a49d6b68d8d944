import { FALLBACKS, type Language, type LanguageFallback } from '../language/languages.js';
import { IntegerField, KeywordField, LanguageField, VerbatimField } from '../validation/fields.js';

/** Parameters that every read takes. */
export class ReadQuery {
  @LanguageField()
  ml_language?: Language;

  @KeywordField({ values: FALLBACKS, default: 'record' })
  ml_fallback!: LanguageFallback;
}

/** Parameters that every list takes. */
export class PageQuery extends ReadQuery {
  @IntegerField({ min: 1, default: 1, example: 1 })
  page!: number;

  @IntegerField({ min: 1, default: 12, example: 12 })
  per_page!: number;

  @VerbatimField({ maxLength: 4000 })
  after?: string;

  @VerbatimField()
  search?: string;
}

/** The parameter that every delete takes. */
export class RemoveQuery {
  @LanguageField()
  ml_language?: Language;

  @KeywordField({ values: ['record', 'translation'], default: 'record' })
  ml_scope!: 'record' | 'translation';
}
