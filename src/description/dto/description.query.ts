import type { Language } from '../../common/language/languages.js';
import { NAMESPACE } from '../../common/http/namespace.js';
import { KeywordField, LanguageField, VerbatimField } from '../../common/validation/fields.js';

/** Parameters of the API document. */
export class DocumentQuery {
  @LanguageField()
  ml_language?: Language;
}

/** Parameters of the namespace index. */
export class IndexQuery extends DocumentQuery {
  @VerbatimField({ default: NAMESPACE })
  namespace!: string;

  @KeywordField({ values: ['view', 'embed', 'edit', 'help'], default: 'view' })
  context!: string;
}
