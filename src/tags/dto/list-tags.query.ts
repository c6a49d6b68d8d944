import { TAG } from '../../common/records/kinds.js';
import { TermsQuery } from '../../common/terms/terms.query.js';
import { IdsField } from '../../common/validation/fields.js';

/** Parameters of the list of tags. */
export class ListTagsQuery extends TermsQuery {
  @IdsField({ references: TAG, description: 'include_terms' })
  include?: number[];
}
