import type { Language } from '../../kernel/language/languages.js';
import { NAMESPACE } from '../../kernel/context/namespace.js';
import { KeywordField, LanguageField, VerbatimField } from '../../kernel/schema/fields.js';

/** Parameters of the API document. */
export class DocumentQuery {
  @LanguageField()
  ml_language?: Language;
}

/** Parameters of the namespace index. */
export class NamespaceIndexQuery extends DocumentQuery {
  @VerbatimField({ default: NAMESPACE })
  namespace!: string;

  @KeywordField({ values: ['view', 'embed', 'edit', 'help'], default: 'view' })
  context!: string;
}
