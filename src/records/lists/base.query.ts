import { parameterError } from '../../kernel/errors/api-error.js';
import {
  LANGUAGE_FALLBACK_POLICIES,
  type Language,
  type LanguageFallbackPolicy,
} from '../../kernel/language/languages.js';
import {
  IntegerField,
  KeywordField,
  LanguageField,
  LanguagesField,
  VerbatimField,
} from '../../kernel/schema/fields.js';
import { Rules, type Rule } from '../../kernel/schema/rules.js';

/** The parameter of every operation. */
export class LanguageQuery {
  @LanguageField()
  ml_language?: Language;
}

/** Parameters of all operations that read one record. */
export class ReadQuery extends LanguageQuery {
  @KeywordField({ values: LANGUAGE_FALLBACK_POLICIES, default: 'record' })
  ml_fallback!: LanguageFallbackPolicy;
}

const MAX_PAGE = 1_000_000_000;

/** Parameters that select a page of a list. */
export class PaginationQuery extends LanguageQuery {
  @IntegerField({ min: 1, max: MAX_PAGE, default: 1 })
  page!: number;

  @IntegerField({ min: 1, default: 12 })
  per_page!: number;

  /** The longest cursor holds a sort text of an extension (500 characters), escaped and base64url-encoded. */
  @VerbatimField({ maxLength: 5000, sample: 'WyJldmVudHM6c3RhcnRfZGF0ZTphc2MiLCIxNzk3Nzg5NjAwMDAwMDAwIiwxMl0' })
  after?: string;
}

/** Parameters of all lists of records. */
export class RecordListQuery extends PaginationQuery {
  @KeywordField({ values: LANGUAGE_FALLBACK_POLICIES, default: 'record' })
  ml_fallback!: LanguageFallbackPolicy;

  @LanguagesField()
  ml_has_translation?: Language[];

  @LanguagesField()
  ml_missing_translation?: Language[];
}

/** A request that removes a translation must name its language. `Accept-Language` is not enough. */
const translationRemovalRule: Rule<RemoveQuery> = ({ ml_scope }, { language }) => {
  if (ml_scope === 'translation' && !language.isExplicit)
    throw parameterError({ ml_language: { key: 'validation.required' } });
};

/** Parameters of all deletes. */
@Rules(translationRemovalRule)
export class RemoveQuery {
  @LanguageField({ description: 'ml_language_to_remove' })
  ml_language?: Language;

  /** A permanent deletion that names a language needs it, unless the record has no other language. */
  @KeywordField({ values: ['record', 'translation'] })
  ml_scope?: 'record' | 'translation';
}
