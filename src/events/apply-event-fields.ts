import { LANGUAGES } from '../kernel/language/languages.js';
import { fold } from '../kernel/text/fold.js';
import { parseCost } from './cost/cost.js';
import type { CostFormatter } from './cost-formatter.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { CalendarEvent } from './event.entity.js';

/** Flags by parameter and property, with the value that null gives them. */
const FLAG_FIELDS = [
  ['show_map', 'showMap', true],
  ['show_map_link', 'showMapLink', true],
  ['hide_from_listings', 'hideFromListings', false],
  ['sticky', 'sticky', false],
  ['featured', 'featured', false],
  ['ticketed', 'ticketed', false],
] as const;

/**
 * Writes the facts sent into an event: what is not sent stays, null empties. Its times are `applySchedule`'s.
 * @param searchableTexts what a search looks into beside the texts
 */
export function applyEventFields(
  event: CalendarEvent,
  input: UpdateEventDto,
  costs: CostFormatter,
  searchableTexts: readonly string[],
): void {
  event.searchFields = fold(searchableTexts.join('\n'));
  if (input.website !== undefined) event.website = input.website;
  for (const [parameter, property, defaultValue] of FLAG_FIELDS) {
    const flag = input[parameter];
    if (flag !== undefined) event[property] = flag ?? defaultValue;
  }
  event.cost ??= [];
  if (input.cost !== undefined && !equalsServedCost(event, input.cost, costs)) event.cost = input.cost ?? [];
}

/** What a read serves, in any language, an update accepts unchanged. */
function equalsServedCost(event: CalendarEvent, cost: readonly string[] | null, costs: CostFormatter): boolean {
  if (cost?.length !== 1) return false;
  const stored = parseCost(event.cost);
  return LANGUAGES.some((language) => cost[0] === costs.format(stored, language));
}
