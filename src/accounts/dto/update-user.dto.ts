import { PartialFields } from '../../kernel/schema/field.js';
import { CreateUserDto } from './create-user.dto.js';

/** What is to change of a user; the rest stays as it is. */
export class UpdateUserDto extends PartialFields(CreateUserDto) {}
