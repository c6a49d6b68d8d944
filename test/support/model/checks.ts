import { HEADINGS, textOf, type Asked } from './requests.js';
import { demand, mayRead, mayRuleOthers } from './rights.js';
import { lacksHeading } from './texts.js';
import { written } from './shown-records.js';
import { allOf, Refusal, type AnyRecord, type KindName } from './world.js';

export const STATUSES = new Set(['publish', 'future', 'draft', 'pending', 'private', 'trash']);

/** The term kinds by the fields of an event that name them. */
const TERM_FIELDS = { categories: 'category', tags: 'tag' } as const;

/** 2.7, 6.4, 6.9, 8.4: what a request is refused for before any record is looked for. */
export function checkFields(asked: Asked): void {
  const { fields, kind, user, verb } = asked;
  if (isPublishedKind(kind)) {
    const { author = user.id } = fields;
    demand(asked, author === user.id || mayRuleOthers(asked));
    const missing = verb === 'create' ? requiredOf(kind).filter((name) => fields[name] === undefined) : [];
    reject([...wrongFacts(asked), ...wrongLinks(asked)], missing);
  } else {
    const missing = verb === 'create' && fields['name'] === undefined ? ['name'] : [];
    const isUnknown = kind === 'category' && !isReadable(asked, 'category', fields['parent'] || undefined);
    reject(isUnknown ? ['parent'] : [], missing);
  }
}

/** 2.7, 3.8, 6.3, 6.10: what only the record tells to be wrong. */
export function checkStored(asked: Asked, record: AnyRecord): void {
  const { fields, world, kind } = asked;
  const { start_date: start, end_date: end, post_parent: above, parent } = fields;
  const missing = lacksHeading(asked, record, fields) ? [HEADINGS[kind]] : [];
  const upper = allOf(world, kind).find(({ id }) => id === (kind === 'event' ? above : parent));
  const name = kind === 'event' ? 'post_parent' : 'parent';
  const isCircle = (kind === 'event' || kind === 'category') && isBelow(upper, record);
  const [starts, ends] = record.kind === 'event' ? [written(record.startsAt), written(record.endsAt)] : ['', ''];
  const isOrdered = kind !== 'event' || textOf(start, starts) <= textOf(end, ends);
  reject([...(isCircle ? [name] : []), ...(isOrdered ? [] : ['end_date'])], missing);
}

const isBelow = (each: AnyRecord | null | undefined, record: AnyRecord): boolean =>
  each === record || (!!each && 'parent' in each && isBelow(each.parent, record));

const isPublishedKind = (kind: KindName): boolean => kind !== 'category' && kind !== 'tag';

const requiredOf = (kind: KindName): string[] => [
  HEADINGS[kind],
  ...(kind === 'event' ? ['start_date', 'end_date'] : []),
];

function reject(wrong: readonly string[], missing: readonly string[]): void {
  if (wrong.length > 0) throw new Refusal(400, 'invalid_parameter', [...wrong, ...missing]);
  if (missing.length > 0) throw new Refusal(400, 'missing_parameter', missing);
}

/** 6.3, 6.4, 8.6, 8.9 */
function wrongFacts({ fields, verb, world, kind }: Asked): string[] {
  const { status, author, start_date: start, end_date: end } = fields;
  const isStatus = STATUSES.has(textOf(status, 'draft')) && (verb === 'update' || status !== 'trash');
  const isUser = author === undefined || world.users.some(({ id }) => id === author);
  const isOrdered = kind !== 'event' || verb === 'update' || !start || !end || textOf(start) <= textOf(end);
  return [...(isStatus ? [] : ['status']), ...(isUser ? [] : ['author']), ...(isOrdered ? [] : ['end_date'])];
}

/** 6.8, 6.9, 6.10: ids that are unknown, or as good as that for who asks. */
function wrongLinks(asked: Asked): string[] {
  if (asked.kind !== 'event') return [];
  const { post_parent: parent, ...fields } = asked.fields;
  const kinds = { venue: 'venue', organizer: 'organizer', ...TERM_FIELDS } as const;
  const isWrong = (name: keyof typeof kinds) =>
    listOf(fields[name]).some((each) => typeof each === 'number' && !isReadable(asked, kinds[name], each));
  return [
    ...(Object.keys(kinds) as (keyof typeof kinds)[]).filter(isWrong),
    ...(isReadable(asked, 'event', parent || undefined) ? [] : ['post_parent']),
  ];
}

export const listOf = (sent: unknown): unknown[] => (Array.isArray(sent) ? sent : []);

function isReadable(asked: Asked, kind: KindName, id: unknown): boolean {
  if (id === undefined) return true;
  const record = allOf(asked.world, kind).find((each) => each.id === id);
  return record !== undefined && mayRead(asked, record);
}
