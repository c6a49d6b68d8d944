import { p } from '@mikro-orm/core';

/** Columns of every table of slugs. A slug is unique per kind, across languages. */
export const slugColumns = {
  slug: p.text().primary(),
  /** Whether a translation uses the slug. A former slug finds its record until another record claims it. */
  current: p.boolean(),
};
