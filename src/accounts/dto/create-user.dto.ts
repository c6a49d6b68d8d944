import { ROLES, type Role } from '../../kernel/context/principal.js';
import type { Language } from '../../kernel/language/languages.js';
import { KeywordField, LanguageField, TextField } from '../../kernel/schema/fields.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { MAX_USERNAME_LENGTH, USERNAME_PATTERN } from '../account-store.js';
import { UserView } from './user.view.js';

@AcceptsViewMembers(() => UserView)
export class CreateUserDto {
  @TextField({ required: true, maxLength: MAX_USERNAME_LENGTH, pattern: USERNAME_PATTERN, example: 'mercè' })
  username!: string;

  @KeywordField({ required: true, values: ROLES, example: 'editor' })
  role!: Role;

  @LanguageField()
  ml_language?: Language | null;
}
