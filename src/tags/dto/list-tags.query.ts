import { TakesAdditions } from '../../kernel/schema/addition-points.js';
import { TAG } from '../../records/types/kinds.js';
import { TermsQuery } from '../../records/terms/terms.query.js';
import { IdsField } from '../../kernel/schema/fields.js';

/** Parameters of the list of tags. */
@TakesAdditions(TAG, 'query')
export class ListTagsQuery extends TermsQuery {
  @IdsField({ references: TAG, description: 'include_terms' })
  include?: number[];
}
