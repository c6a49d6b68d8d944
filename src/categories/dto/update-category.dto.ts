import { PartialFields } from '../../kernel/schema/field.js';
import { CreateCategoryDto } from './create-category.dto.js';

/** What is to change of a category; the rest stays as it is. */
export class UpdateCategoryDto extends PartialFields(CreateCategoryDto) {}
