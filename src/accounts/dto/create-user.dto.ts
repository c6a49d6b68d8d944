import { ROLES, type Role } from '../../kernel/context/principal.js';
import type { Language } from '../../kernel/language/languages.js';
import { KeywordField, LanguageField, TextField } from '../../kernel/schema/fields.js';
import { WritesTo } from '../../kernel/schema/field.js';
import { LONGEST_USERNAME, USERNAME } from '../accounts.js';
import { UserView } from './user.view.js';

/** A user to be created. */
@WritesTo(() => UserView)
export class CreateUserDto {
  @TextField({ required: true, maxLength: LONGEST_USERNAME, pattern: USERNAME, example: 'mercè' })
  username!: string;

  @KeywordField({ required: true, values: ROLES, example: 'editor' })
  role!: Role;

  @LanguageField()
  ml_language?: Language | null;
}
