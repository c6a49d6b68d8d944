import { PageQuery } from '../../common/pagination/page.query.js';
import { IdsField } from '../../common/validation/fields.js';

/** Parameters of the list of venues. */
export class ListVenuesQuery extends PageQuery {
  @IdsField()
  include?: number[];
}
