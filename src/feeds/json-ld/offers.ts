import type { AggregateOffer, Offer } from 'schema-dts';
import type { EventView } from '../../events/dto/event.view.js';

const ZERO_PATTERN = /^0(?:\.0+)?$/;

/** Whether all amounts of a cost are zero. A cost without amounts is unknown. */
export const isFree = ({ cost_details: { values } }: EventView): boolean =>
  values.length > 0 && values.every((value) => ZERO_PATTERN.test(value));

/** The prices of an event. Amounts without a currency are no offer, unless they are zero. */
export function offers(event: EventView): Offer | AggregateOffer | undefined {
  const { values, currency_code } = event.cost_details;
  const [lowPrice, highPrice] = [values.at(0), values.at(-1)];
  const priceCurrency = currency_code || undefined;
  const url = event.website ?? undefined;
  if (isFree(event)) return { '@type': 'Offer', price: '0', priceCurrency, url };
  if (!priceCurrency || lowPrice === undefined) return undefined;
  return values.length === 1
    ? { '@type': 'Offer', price: lowPrice, priceCurrency, url }
    : { '@type': 'AggregateOffer', lowPrice, highPrice, priceCurrency };
}
