import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { CATEGORY } from '../../kinds/calendar-kinds.js';
import { TermFields } from '../../kinds/term.fields.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { IdField } from '../../kernel/schema/fields.js';
import { CategoryView } from './category.view.js';

/** Fields of a new category. */
@AcceptsViewMembers(() => CategoryView)
@Extensible(CATEGORY, 'input')
export class CreateCategoryDto extends TermFields {
  @IdField({ references: CATEGORY, sample: 5 })
  parent?: number | null;
}
