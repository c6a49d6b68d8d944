import { p } from '@mikro-orm/core';
import { DERIVED_COLUMN_GROUP } from '../types/derived-column-group.js';
import type { Language } from '../../kernel/language/languages.js';

/** Columns of every translation table: one row per record and language. */
export const translationColumns = {
  language: p.string().$type<Language>().primary(),
  description: p.text().default(''),
  slug: p.text(),
  /** Text that searches match, see `fold`. */
  searchText: p.text().groups(DERIVED_COLUMN_GROUP),
  /**
   * Requested languages that resolve to this translation, depending on which translations the record has. Triggers maintain this column
   * and the next one. They are declared as generated, so they are read and never written.
   */
  fallbackLanguages: p.array<Language>().generated('fallback_languages'),
  /** The slugs of all translations of the record, by language. */
  translations: p.json<Record<string, string>>().generated('translations'),
};
