import { TakesAdditions } from '../../kernel/schema/addition-points.js';
import { CATEGORY } from '../../kinds/kinds.js';
import { TermsQuery } from '../../kinds/terms.query.js';
import { IdField, IdsField } from '../../kernel/schema/fields.js';

/** Parameters of the list of categories. */
@TakesAdditions(CATEGORY, 'query')
export class ListCategoriesQuery extends TermsQuery {
  @IdsField({ references: CATEGORY, description: 'include_terms' })
  include?: number[];

  /** 0 is the top level. */
  @IdField({ references: CATEGORY, description: 'parent_filter' })
  parent?: number;
}
