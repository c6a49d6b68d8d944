import { p } from '@mikro-orm/core';
import { DERIVED } from '../types/derived.js';
import type { Language } from '../../kernel/language/languages.js';

/** Columns of every table of texts: one row per record and language. */
export const translationColumns = {
  language: p.string().$type<Language>().primary(),
  description: p.text().default(''),
  slug: p.text(),
  /** What a search looks into, see `fold`. */
  folded: p.text().groups(DERIVED),
  /**
   * The languages asked for that this row serves, of those the record has. The database keeps this and the next by
   * triggers, see the migrations; as generated columns they are read and never written.
   */
  serves: p.array<Language>().generated('served_languages'),
  /** The slugs of all translations of the record, by language. */
  translations: p.json<Record<string, string>>().generated('translations'),
};
