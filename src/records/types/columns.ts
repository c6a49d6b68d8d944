import { p } from '@mikro-orm/core';
import type { Language } from '../../kernel/language/languages.js';

/** Group of columns that the service computes, such as dates, versions and search texts. The audit leaves them out. */
export const DERIVED_COLUMN_GROUP = 'derived';

/** Columns of every table of slugs. A slug is unique per kind, across languages. */
export const slugColumns = {
  slug: p.text().primary(),
  /** Whether a translation uses the slug. A former slug finds its record until another record claims it. */
  current: p.boolean(),
};

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
