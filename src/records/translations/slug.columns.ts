import { p } from '@mikro-orm/core';

/** Columns of every table of slugs: one namespace per kind, whatever the language. */
export const slugColumns = {
  slug: p.text().primary(),
  /** Whether a text uses it now; a former slug finds its record until another takes it. */
  current: p.boolean(),
};
