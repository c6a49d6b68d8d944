import { LANGUAGES } from '../kernel/language/languages.js';
import { fold } from '../kernel/text/fold.js';
import { parseCost } from './cost/cost.js';
import type { CostFormatter } from './cost-formatter.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { CalendarEvent } from './event.entity.js';

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
  event.foldedFacts = fold(searchableTexts.join('\n'));
  if (input.website !== undefined) event.website = input.website;
  if (input.show_map !== undefined) event.showMap = input.show_map ?? true;
  if (input.show_map_link !== undefined) event.showMapLink = input.show_map_link ?? true;
  if (input.hide_from_listings !== undefined) event.hideFromListings = input.hide_from_listings ?? false;
  if (input.sticky !== undefined) event.sticky = input.sticky ?? false;
  if (input.featured !== undefined) event.featured = input.featured ?? false;
  if (input.ticketed !== undefined) event.ticketed = input.ticketed ?? false;
  event.cost ??= [];
  if (input.cost !== undefined && !isServedCost(event, input.cost, costs)) event.cost = input.cost ?? [];
}

/** What a read serves, in any language, an update accepts unchanged. */
function isServedCost(event: CalendarEvent, cost: readonly string[] | null, costs: CostFormatter): boolean {
  if (cost?.length !== 1) return false;
  const stored = parseCost(event.cost);
  return LANGUAGES.some((language) => cost[0] === costs.format(stored, language));
}
