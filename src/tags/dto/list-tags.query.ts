import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { TAG } from '../../kinds/calendar-kinds.js';
import { TermListQuery } from '../../kinds/term-list.query.js';
import { IdsField } from '../../kernel/schema/fields.js';

/** Parameters of the list of tags. */
@Extensible(TAG, 'query')
export class ListTagsQuery extends TermListQuery {
  @IdsField({ references: TAG, description: 'include_terms' })
  include?: number[];
}
