import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import { CostFormatter } from './cost-formatter.js';
import type { Cost } from './cost/cost.js';
import { costDetails, type CostDetails } from './cost/cost-details.js';
import {
  findAgreement,
  fromStoredCost,
  rangeTexts,
  toStoredCost,
  withOwnDetails,
  type DetailedCost,
  type StoredCost,
} from './cost/stored-cost.js';
import { isFreePrice } from './cost/price.js';
import type { CalendarEvent } from './event.entity.js';

interface CostInput {
  readonly cost?: readonly (string | number)[] | null;
  readonly cost_details?: CostDetails | null;
}

interface RequestedCost {
  readonly cost: readonly (string | number)[];
  readonly details: CostDetails | null;
}

/** Writes the cost of an event. */
@Injectable()
export class CostWriter {
  constructor(private readonly formatter: CostFormatter) {}

  /**
   * Writes the cost that was sent, with its details if they agree with it. A text that a read serves in any language changes nothing,
   * unless the details differ.
   */
  write(event: CalendarEvent, { cost: sent, cost_details: details }: CostInput, language: Language): void {
    event.cost ??= [];
    event.costDetails ??= null;
    if (sent !== undefined) this.replace(event, { cost: sent ?? [], details: details ?? null }, language);
    this.refreshIsFree(event);
  }

  /** Computes from the stored cost whether the event is free. */
  refreshIsFree(event: Pick<CalendarEvent, 'cost' | 'costDetails' | 'isFree'>): void {
    const { prices } = storedCostOf(event);
    event.isFree = prices.length === 0 ? null : prices.every(isFreePrice);
  }

  private replace(event: CalendarEvent, { cost: sent, details }: RequestedCost, language: Language): void {
    const agreement = details ? findAgreement(sent, details) : undefined;
    const current = storedCostOf(event);
    const hasCurrentDetails = !agreement || isDeepStrictEqual(agreement.details, costDetails(current));
    if (hasCurrentDetails && this.isServedText(current, sent)) return;
    const stored = this.toStored(agreement ?? withOwnDetails(sent), language);
    event.cost = [...stored.texts];
    event.costDetails = stored.details;
  }

  private isServedText(cost: Cost, sent: readonly (string | number)[]): boolean {
    return sent.length === 1 && LANGUAGES.some((language) => sent[0] === this.formatter.format(cost, language));
  }

  /** A range in the language of the request is stored as two prices, so that it is served in the language of each read. */
  private toStored(cost: DetailedCost, language: Language): StoredCost {
    const stored = toStoredCost(cost);
    if (!stored.details) return stored;
    const range = { texts: rangeTexts(cost), details: stored.details };
    return this.formatter.format(fromStoredCost(range), language) === stored.texts[0] ? range : stored;
  }
}

const storedCostOf = ({ cost, costDetails: details }: Pick<CalendarEvent, 'cost' | 'costDetails'>): Cost =>
  fromStoredCost({ texts: cost, details: details ?? null });
