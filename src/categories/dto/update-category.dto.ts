import { PartialFields } from '../../kernel/schema/field.js';
import { CreateCategoryDto } from './create-category.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. */
export class UpdateCategoryDto extends PartialFields(CreateCategoryDto) {}
