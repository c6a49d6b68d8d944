import { ApiProperty } from '@nestjs/swagger';
import type { CostDetails } from '../cost/cost-details.js';

export class CostDetailsView implements CostDetails {
  @ApiProperty({ description: 'fields.cost_details.currency_symbol', example: '€' })
  currency_symbol!: string;

  @ApiProperty({ description: 'fields.cost_details.currency_code', pattern: '^([A-Z]{3})?$', example: 'EUR' })
  currency_code!: string;

  @ApiProperty({
    description: 'fields.cost_details.currency_position',
    enum: ['prefix', 'postfix', ''],
    example: 'postfix',
  })
  currency_position!: 'prefix' | 'postfix' | '';

  @ApiProperty({
    description: 'fields.cost_details.values',
    type: 'array',
    items: { type: 'string', pattern: String.raw`^\d+(\.\d+)?$` },
    example: ['10'],
  })
  values!: string[];
}
