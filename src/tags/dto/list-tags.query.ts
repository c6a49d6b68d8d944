import { TakesAdditions } from '../../kernel/schema/addition-points.js';
import { TAG } from '../../kinds/kinds.js';
import { TermsQuery } from '../../kinds/terms.query.js';
import { IdsField } from '../../kernel/schema/fields.js';

/** Parameters of the list of tags. */
@TakesAdditions(TAG, 'query')
export class ListTagsQuery extends TermsQuery {
  @IdsField({ references: TAG, description: 'include_terms' })
  include?: number[];
}
