import { ApiProperty } from '@nestjs/swagger';
import { ADMIN_LISTS, ADMIN_PATHS } from '../../kernel/context/namespace.js';
import { VERSION_KEY } from '../../records/views/entity-tag-view.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import { tokenVersion, type TokenRow } from '../account.select.js';

/** Metadata of a token, without its secret value. */
export class TokenView {
  readonly [VERSION_KEY]!: number;

  @ApiProperty({ description: 'fields.token_id', type: 'integer', minimum: 1, example: 3 })
  id!: number;

  @ApiProperty({ description: 'fields.token_user', type: 'integer', minimum: 1, example: 2 })
  user!: number;

  @ApiProperty({ description: 'fields.created_at', format: 'date-time', example: '2026-11-02T09:00:00Z' })
  created_at!: string;

  @ApiProperty({
    description: 'fields.expires_at',
    format: 'date-time',
    type: String,
    nullable: true,
    example: '2027-11-02T09:00:00Z',
  })
  expires_at!: string | null;

  @ApiProperty({ description: 'fields.revoked_at', format: 'date-time', type: String, nullable: true, example: null })
  revoked_at!: string | null;

  @ApiProperty({
    description: 'fields.last_used_at',
    format: 'date-time',
    type: String,
    nullable: true,
    example: '2026-11-20T16:45:00Z',
  })
  last_used_at!: string | null;

  @ApiProperty({
    description: 'fields.rest_url',
    format: 'uri',
    example: 'https://agenda.example/calendar/admin/v1/tokens/3',
  })
  rest_url!: string;
}

/** A new token, with its secret value. */
export class CreatedTokenView extends TokenView {
  @ApiProperty({ description: 'fields.token', example: 'cal_0123456789abcdefghijABCDEFGHIJ0a1b2c' })
  token!: string;
}

export class TokenList extends PageOf(ADMIN_LISTS.tokens, TokenView) {}

export function tokenView({ baseUrl }: RequestContext, row: TokenRow): TokenView {
  const { id, user_id, created_at, expires_at, revoked_at, last_used_at } = row;
  const moments = { created_at, expires_at, revoked_at, last_used_at };
  const rest_url = `${baseUrl}/${ADMIN_PATHS.tokens}/${id}`;
  return { [VERSION_KEY]: tokenVersion(revoked_at !== null), id, user: user_id, ...moments, rest_url };
}
