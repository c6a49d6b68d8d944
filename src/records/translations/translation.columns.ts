import { p } from '@mikro-orm/core';
import { DERIVED_COLUMN_GROUP } from '../types/derived-column-group.js';
import type { Language } from '../../kernel/language/languages.js';

/** Columns of every translation table: one row per record and language. */
export const translationColumns = {
  language: p.string().$type<Language>().primary(),
  description: p.text().default(''),
  slug: p.text(),
  /** Text for searches, see `fold`. */
  searchText: p.text().groups(DERIVED_COLUMN_GROUP),
  /**
   * Requested languages that resolve to this translation. Triggers maintain this column and the next one, so they are declared as
   * generated: read, but never written.
   */
  fallbackLanguages: p.array<Language>().generated('fallback_languages'),
  /** The slugs of all translations of the record, by language. */
  translations: p.json<Record<string, string>>().generated('translations'),
};
