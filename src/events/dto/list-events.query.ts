import { PageQuery } from '../../common/pagination/page.query.js';
import { IdsField } from '../../common/validation/fields.js';

/** Parameters of the list of events. */
export class ListEventsQuery extends PageQuery {
  @IdsField()
  include?: number[];
}
