import { USERS } from '../../records/types/users.js';
import type { Language } from '../../kernel/language/languages.js';
import { IdField, IntegerField, LanguageField } from '../../kernel/schema/fields.js';
import { WritesTo } from '../../kernel/schema/field.js';
import { MOST_TOKEN_DAYS, TOKEN_DAYS } from '../token-store.js';
import { ExpiryField } from './expiry.field.js';
import { ofOthers } from './list-tokens.query.js';
import { TokenView } from './token.view.js';

/** A token to be created. */
@WritesTo(() => TokenView)
export class CreateTokenDto {
  @IdField({ references: USERS, least: 1, description: 'token_user_to_be', reserved: ofOthers })
  user?: number | null;

  @ExpiryField({ description: 'expires_at_to_be' })
  expires_at?: Date | null;

  @IntegerField({ min: 1, max: MOST_TOKEN_DAYS, default: TOKEN_DAYS, unless: 'expires_at', example: 90 })
  expires_in_days?: number;

  @LanguageField()
  ml_language?: Language | null;
}
