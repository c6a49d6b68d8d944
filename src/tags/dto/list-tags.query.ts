import { TakesAdditions } from '../../common/records/addition-points.js';
import { TAG } from '../../common/records/kinds.js';
import { TermsQuery } from '../../common/terms/terms.query.js';
import { IdsField } from '../../common/validation/fields.js';

/** Parameters of the list of tags. */
@TakesAdditions(TAG, 'query')
export class ListTagsQuery extends TermsQuery {
  @IdsField({ references: TAG, description: 'include_terms' })
  include?: number[];
}
