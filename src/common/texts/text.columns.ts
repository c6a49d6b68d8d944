import { p } from '@mikro-orm/core';
import type { Language } from '../language/languages.js';

/** Columns of every table of texts: one row per record and language. */
export const textColumns = {
  language: p.string().$type<Language>().primary(),
  description: p.text().default(''),
  slug: p.text(),
  /** What a search looks into, see `fold`. */
  folded: p.text(),
  /** The languages asked for that this row serves; derived from the languages the record has and the default language. */
  serves: p.array<Language>(),
};
