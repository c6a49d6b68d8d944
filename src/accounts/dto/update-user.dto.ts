import { PartialFields } from '../../kernel/schema/field.js';
import { CreateUserDto } from './create-user.dto.js';

/** Changes of a user. Members that are not given stay as they are. */
export class UpdateUserDto extends PartialFields(CreateUserDto) {}
