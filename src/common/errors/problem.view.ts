import { ApiProperty } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** An error as served: `application/problem+json` (RFC 9457). */
export class ProblemView {
  @ApiProperty({ description: 'fields.problem.type', format: 'uri-reference', example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'fields.problem.title' })
  title!: string;

  @ApiProperty({ description: 'fields.problem.status', type: 'integer' })
  status!: number;

  @ApiProperty({ description: 'fields.problem.detail' })
  detail!: string;

  @ApiProperty({ description: 'fields.problem.instance', format: 'uri-reference' })
  instance!: string;

  @ApiProperty({ description: 'fields.problem.code', enum: Object.keys(ERROR_CODES), enumName: 'ErrorCode' })
  code!: ErrorCode;

  @ApiProperty({
    description: 'fields.problem.params',
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
  })
  params?: Record<string, string> | undefined;
}
