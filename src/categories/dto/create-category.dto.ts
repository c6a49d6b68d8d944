import { TakesAdditions } from '../../common/records/addition-points.js';
import { CATEGORY } from '../../common/records/kinds.js';
import { TermFields } from '../../common/terms/term.fields.js';
import { WritesTo } from '../../common/validation/field.js';
import { IdField } from '../../common/validation/fields.js';
import { CategoryView } from './category.view.js';

/** A category to be created. */
@WritesTo(() => CategoryView)
@TakesAdditions(CATEGORY, 'input')
export class CreateCategoryDto extends TermFields {
  @IdField({ references: CATEGORY, sample: 5 })
  parent?: number | null;
}
