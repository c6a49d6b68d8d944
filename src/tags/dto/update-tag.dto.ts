import { PartialFields } from '../../kernel/schema/field.js';
import { CreateTagDto } from './create-tag.dto.js';

/** Parameters of an update. Fields that are not sent keep their values. */
export class UpdateTagDto extends PartialFields(CreateTagDto) {}
