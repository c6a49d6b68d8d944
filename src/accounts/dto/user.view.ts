import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../kernel/context/principal.js';
import { ADMIN_LISTS, ADMIN_PATHS } from '../../kernel/context/namespace.js';
import { VERSION_KEY } from '../../records/views/entity-tag-view.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import type { UserRow } from '../account.select.js';

export class UserView {
  readonly [VERSION_KEY]!: number;

  @ApiProperty({ description: 'fields.user_id', type: 'integer', minimum: 1, example: 2 })
  id!: number;

  @ApiProperty({ description: 'fields.username', example: 'mercè' })
  username!: string;

  @ApiProperty({ description: 'fields.role', enum: ROLES, example: 'editor' })
  role!: Role;

  @ApiProperty({ description: 'fields.issuer', type: String, nullable: true, example: null })
  issuer!: string | null;

  @ApiProperty({ description: 'fields.subject', type: String, nullable: true, example: null })
  subject!: string | null;

  @ApiProperty({ description: 'fields.created_at', format: 'date-time', example: '2026-11-02T09:00:00Z' })
  created_at!: string;

  @ApiProperty({
    description: 'fields.rest_url',
    format: 'uri',
    example: 'https://agenda.example/calendar/admin/v1/users/2',
  })
  rest_url!: string;
}

/** A new user, with the first token. */
export class CreatedUserView extends UserView {
  @ApiProperty({ description: 'fields.token', example: 'cal_0123456789abcdefghijABCDEFGHIJ0a1b2c' })
  token!: string;
}

export class UserList extends PageOf(ADMIN_LISTS.users, UserView) {}

export function userView({ baseUrl }: RequestContext, row: UserRow): UserView {
  const { id, username, role, issuer, subject, created_at, version } = row;
  const rest_url = `${baseUrl}/${ADMIN_PATHS.users}/${id}`;
  return { [VERSION_KEY]: version, id, username, role, issuer, subject, created_at, rest_url };
}
