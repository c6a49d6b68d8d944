import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../kernel/context/principal.js';
import { TokenView } from './token.view.js';

/** The caller. */
export class MeView {
  @ApiProperty({ description: 'fields.user_id', type: 'integer', minimum: 1, example: 2 })
  id!: number;

  @ApiProperty({ description: 'fields.username', example: 'mercè' })
  username!: string;

  @ApiProperty({ description: 'fields.role', enum: ROLES, example: 'editor' })
  role!: Role;

  @ApiProperty({ description: 'fields.token_in_use', type: TokenView, nullable: true })
  token!: TokenView | null;
}
