import { ApiProperty } from '@nestjs/swagger';
import { STATUS_BY_GENERAL_CODE, type ErrorCode } from '../../kernel/errors/error-codes.js';

/** Body of error responses, `application/problem+json` (RFC 9457). */
export class ProblemView {
  @ApiProperty({ description: 'fields.problem.type', format: 'uri-reference', example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'fields.problem.title', example: 'errors.event_not_found.title' })
  title!: string;

  @ApiProperty({ description: 'fields.problem.status', type: 'integer', example: 404 })
  status!: number;

  @ApiProperty({ description: 'fields.problem.detail', example: 'errors.event_not_found.detail' })
  detail!: string;

  @ApiProperty({
    description: 'fields.problem.instance',
    format: 'uri-reference',
    example: '/calendar/events/v1/events/12',
  })
  instance!: string;

  @ApiProperty({
    description: 'fields.problem.code',
    enum: Object.keys(STATUS_BY_GENERAL_CODE),
    enumName: 'ErrorCode',
    example: 'event_not_found',
  })
  code!: ErrorCode;

  @ApiProperty({ description: 'fields.problem.id', type: 'integer', nullable: true, required: false, example: 3 })
  id?: number | null;

  @ApiProperty({
    description: 'fields.problem.params',
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { title: 'validation.required' },
  })
  params?: Record<string, string> | undefined;
}
