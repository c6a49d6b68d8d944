import { STATUSES } from './checks.js';
import { isListed, named } from './list-filters.js';
import type { Asked } from './requests.js';
import { demand, mayEditSome, mayRead, mayRuleOthers } from './rights.js';
import type { Shown } from './shown-records.js';
import { shownTo } from './shown.js';
import { allOf, isTerm, PATHS, Refusal, textsFor, type AnyRecord, type KindName } from './world.js';

/** 5.6, 5.9: a page of a list. */
export function answerToList(asked: Asked): Shown {
  const { page = '1', per_page = '12' } = asked.query;
  const all = listed(asked);
  const size = Math.min(50, Number(per_page));
  const shown = all.slice((Number(page) - 1) * size, Number(page) * size);
  if (shown.length === 0 && all.length > 0) throw new Refusal(404, 'page_not_found');
  return {
    [PATHS[asked.kind]]: shown.map((record) => shownTo(asked, record)),
    page: Number(page),
    per_page: size,
    total: all.length,
    total_pages: Math.ceil(all.length / size),
  };
}

/** All that a list holds, in its order. */
export function listed(asked: Asked): AnyRecord[] {
  refuse(asked);
  return allOf(asked.world, asked.kind)
    .filter((record) => isListed(asked, record))
    .toSorted((one, other) => compare(asked, one, other));
}

/** 6.14, 7.1, 8.4, 8.11 */
function refuse(asked: Asked): void {
  const { status = '', hide_from_listings: hidden = 'false' } = asked.query;
  const statuses = asked.kind === 'category' || asked.kind === 'tag' ? [] : status.split(',').filter(Boolean);
  demand(asked, mayEditSome(asked) || statuses.every((each) => each === 'publish' || !STATUSES.has(each)));
  demand(asked, asked.kind !== 'event' || mayRuleOthers(asked) || hidden === 'false');
  const wrong = [
    ...(statuses.every((each) => STATUSES.has(each)) ? [] : ['status']),
    ...Object.entries(NAMED).flatMap(([name, kind]) => (isFound(asked, name, kind) ? [] : [name])),
  ];
  if (wrong.length > 0) throw new Refusal(400, 'invalid_parameter', wrong);
}

/** Filters that name a record. */
const NAMED: Record<string, KindName> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  post_parent: 'event',
  parent: 'category',
  event: 'event',
};

function isFound(asked: Asked, name: string, kind: KindName): boolean {
  const sent = asked.query[name];
  if (sent === undefined) return true;
  const record = named(asked, kind, sent);
  return record !== undefined && mayRead(asked, record);
}

/** 7.1, 7.2, 7.10, 7.11: by default; what was never published counts as published last. */
function compare(asked: Asked, one: AnyRecord, other: AnyRecord): number {
  if (one.kind === 'event' && other.kind === 'event') return one.startsAt - other.startsAt || one.id - other.id;
  if (isTerm(one) || isTerm(other)) {
    const [name, another] = [textsFor(asked, one).heading, textsFor(asked, other).heading];
    return new Intl.Collator(asked.language).compare(name, another) || one.id - other.id;
  }
  const [date, another] = [one.publishedAt ?? Infinity, other.publishedAt ?? Infinity];
  return date === another ? other.id - one.id : another > date ? 1 : -1;
}
