import { PartialFields } from '../../kernel/schema/field.js';
import { CreateTagDto } from './create-tag.dto.js';

/** What is to change of a tag; the rest stays as it is. */
export class UpdateTagDto extends PartialFields(CreateTagDto) {}
