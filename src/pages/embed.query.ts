import { KeywordField } from '../kernel/schema/fields.js';
import { PageQuery } from './page.query.js';

const EMBED_VIEWS = ['list', 'month', 'day'] as const;

/** Parameters of a view for an iframe. */
export class EmbedQuery extends PageQuery {
  @KeywordField({ values: EMBED_VIEWS, default: 'list' })
  view!: (typeof EMBED_VIEWS)[number];

  @KeywordField({ values: ['auto', 'light', 'dark'], default: 'auto' })
  theme!: string;
}
