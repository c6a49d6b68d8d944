import { Injectable } from '@nestjs/common';
import type { Language } from '../kernel/language/languages.js';
import { Messages } from '../kernel/language/messages.js';
import { StrategyRegistry } from '../records/extension-points/strategy-registry.js';
import { formatCost, type Cost } from './cost/cost.js';

/** Formats a cost as one text. An extension's cost strategy may replace the text. */
@Injectable()
export class CostFormatter {
  constructor(
    private readonly messages: Messages,
    private readonly strategies: StrategyRegistry,
  ) {}

  format(cost: Cost, language: Language): string {
    const freeLabel = this.messages.translate(language, { key: 'labels.free' });
    const text = formatCost(cost, { language, freeLabel });
    return this.strategies.get('cost')?.format(cost, language, text) ?? text;
  }
}
