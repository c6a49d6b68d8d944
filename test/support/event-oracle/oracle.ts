import { servedOf, type Language } from '../languages.js';
import { withinDates, type Moments } from './dates.js';
import { hasFacts, hasLinks, isPlaced, refusedOf } from './links.js';
import { inOrder } from './order.js';
import type { EventQuery } from './queries.js';
import { isListed, isReserved, shownOf } from './rights.js';
import { folded, type World, type WorldEvent } from './worlds.js';

/** What a service is asked, when, and how it is configured. */
export interface Asked extends Moments {
  readonly world: World;
  readonly query: EventQuery;
  /** `DEFAULT_LANGUAGE` of the service. */
  readonly byDefault: Language;
  /** When the query was first asked, in epoch seconds, where an address carries it on: its dates mean what they meant then. */
  readonly firstAsked?: number;
}

/** What the contract has a list answer: all ids in their order, or a refusal with the parameters that it names. */
export type Expected =
  | { readonly status: 200; readonly ids: readonly number[] }
  | { readonly status: 400 | 401 | 403; readonly names: readonly string[] };

type Condition = (event: WorldEvent) => boolean;

/**
 * What the contract has a list of events answer, by going through all events one after the other. It is written from the
 * contract alone: where it differs from the service, one of the two has misread that.
 */
export function expectedOf(asked: Asked): Expected {
  const { query, world } = asked;
  if (isReserved(query)) return { status: query.reader === 'anonymous' ? 401 : 403, names: [] };
  const names = refusedOf(asked);
  if (names.length > 0) return { status: 400, names };
  const conditions = conditionsOf(asked);
  const found = world.events.filter((event) => conditions.every((isMet) => isMet(event)));
  return { status: 200, ids: inOrder(found, query, asked.byDefault).map(({ id }) => id) };
}

function conditionsOf(asked: Asked): Condition[] {
  const { query, zone, now, firstAsked = now } = asked;
  const { include } = query;
  return [
    (event) => isListed(event, asked),
    // 7.8: ids take the place of dates.
    include ? ({ id }) => include.includes(id) : withinDates(query, { zone, now: firstAsked }),
    (event) => hasLanguages(event, asked),
    (event) => {
      const shown = shownOf(event, asked);
      return hasWords(shown, asked) && hasLinks(shown, asked) && hasFacts(shown, query) && isPlaced(shown, asked);
    },
  ];
}

/** 3.3, 3.11: that it has the language asked for, all that it must have, and none that it must lack. */
function hasLanguages({ texts }: WorldEvent, { query, byDefault }: Asked): boolean {
  const { language, ml_fallback: fallback, ml_has_translation: has = [], ml_missing_translation: lacks = [] } = query;
  const needed = [...has, ...(fallback === 'none' ? [language?.asked ?? byDefault] : [])];
  return needed.every((each) => each in texts) && !lacks.some((each) => each in texts);
}

/** 7.6: every word in one of the texts as served. */
function hasWords({ texts }: WorldEvent, { query, byDefault }: Asked): boolean {
  const present = Object.keys(texts) as Language[];
  const served = texts[servedOf(query.language?.asked ?? byDefault, present, byDefault)];
  const all = [served?.title, served?.excerpt, served?.description].map((text = '') => folded(text));
  const words = folded(query.search ?? '').split(' ');
  return words.every((word) => all.some((text) => text.includes(word)));
}
