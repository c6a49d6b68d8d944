import { TakesAdditions } from '../../common/records/addition-points.js';
import { CATEGORY } from '../../common/records/kinds.js';
import { TermsQuery } from '../../common/terms/terms.query.js';
import { IdField, IdsField } from '../../common/validation/fields.js';

/** Parameters of the list of categories. */
@TakesAdditions(CATEGORY, 'query')
export class ListCategoriesQuery extends TermsQuery {
  @IdsField({ references: CATEGORY, description: 'include_terms' })
  include?: number[];

  /** 0 is the top level. */
  @IdField({ references: CATEGORY, description: 'parent_filter' })
  parent?: number;
}
