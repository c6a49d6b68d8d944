import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { CATEGORY } from '../../kinds/calendar-kinds.js';
import { TermListQuery } from '../../kinds/term-list.query.js';
import { IdField, IdsField } from '../../kernel/schema/fields.js';

/** Parameters of the list of categories. */
@Extensible(CATEGORY, 'query')
export class ListCategoriesQuery extends TermListQuery {
  @IdsField({ references: CATEGORY, description: 'include_terms' })
  include?: number[];

  /** 0: categories at the top level. */
  @IdField({ references: CATEGORY, description: 'parent_filter' })
  parent?: number;
}
