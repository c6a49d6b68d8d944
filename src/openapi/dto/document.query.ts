import type { Language } from '../../kernel/language/languages.js';
import { NAMESPACE } from '../../kernel/context/namespace.js';
import { KeywordField, LanguageField, VerbatimField } from '../../kernel/schema/fields.js';

export class DocumentQuery {
  @LanguageField()
  ml_language?: Language;
}

export class NamespaceIndexQuery extends DocumentQuery {
  @VerbatimField({ default: NAMESPACE })
  namespace!: string;

  @KeywordField({ values: ['view', 'embed', 'edit', 'help'], default: 'view' })
  context!: string;
}
