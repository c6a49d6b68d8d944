import { ApiProperty } from '@nestjs/swagger';
import type { Cost } from '../cost/cost.js';

export class CostDetailsView {
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

/** Builds the view of a cost. The currency is the one of the lowest price that names it. */
export function costDetailsView({ prices }: Cost): CostDetailsView {
  const pricedInCurrency = prices.find(({ currency }) => currency);
  return {
    currency_symbol: pricedInCurrency?.currency?.symbol ?? '',
    currency_code: pricedInCurrency?.currency?.code ?? '',
    currency_position: pricedInCurrency?.position ?? '',
    values: prices.map(({ amount }) => amount),
  };
}
