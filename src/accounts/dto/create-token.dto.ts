import { USER_REFERENCE_TARGET } from '../../records/types/record-kinds.js';
import type { Language } from '../../kernel/language/languages.js';
import { IdField, IntegerField, LanguageField } from '../../kernel/schema/fields.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { MAX_TOKEN_DAYS, DEFAULT_TOKEN_DAYS } from '../token-store.js';
import { TokenExpiryField } from './token-expiry.field.js';
import { isForbiddenTokenOwner } from './list-tokens.query.js';
import { TokenView } from './token.view.js';

@AcceptsViewMembers(() => TokenView)
export class CreateTokenDto {
  @IdField({
    references: USER_REFERENCE_TARGET,
    min: 1,
    description: 'token_user_to_be',
    isForbidden: isForbiddenTokenOwner,
  })
  user?: number | null;

  @TokenExpiryField({ description: 'expires_at_to_be' })
  expires_at?: Date | null;

  @IntegerField({ min: 1, max: MAX_TOKEN_DAYS, default: DEFAULT_TOKEN_DAYS, ignoredWith: 'expires_at', example: 90 })
  expires_in_days?: number;

  @LanguageField()
  ml_language?: Language | null;
}
