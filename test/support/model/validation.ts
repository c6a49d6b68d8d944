import { TITLE_FIELDS, textOf, type ModelRequest } from './requests.js';
import { assertAllowed, canRead, canEditAll } from './rights.js';
import { lacksTitle } from './translations.js';
import { formatMoment } from './record-views.js';
import { recordsOf, ProblemError, type AnyRecord, type KindName } from './model-state.js';

export const STATUSES = new Set(['publish', 'future', 'draft', 'pending', 'private', 'trash']);

/** The term kinds by the fields of an event that name them. */
const TERM_FIELDS = { categories: 'category', tags: 'tag' } as const;

/** 2.7, 6.4, 6.9, 8.4: what a request is refused for before any record is looked for. */
export function validateFields(request: ModelRequest): void {
  const { fields, kind, user, verb } = request;
  if (isPublishableKind(kind)) {
    const { author = user.id } = fields;
    assertAllowed(request, author === user.id || canEditAll(request));
    const missing = verb === 'create' ? requiredOf(kind).filter((name) => fields[name] === undefined) : [];
    reject([...invalidFields(request), ...invalidLinks(request)], missing);
  } else {
    const missing = verb === 'create' && fields['name'] === undefined ? ['name'] : [];
    const isUnknown = kind === 'category' && !isReadable(request, 'category', fields['parent'] || undefined);
    reject(isUnknown ? ['parent'] : [], missing);
  }
}

/** 2.7, 3.8, 6.3, 6.10: what only the record tells to be wrong. */
export function validateAgainstRecord(request: ModelRequest, record: AnyRecord): void {
  const { fields, state, kind } = request;
  const { start_date: start, end_date: end, post_parent: above, parent } = fields;
  const missing = lacksTitle(request, record, fields) ? [TITLE_FIELDS[kind]] : [];
  const upper = recordsOf(state, kind).find(({ id }) => id === (kind === 'event' ? above : parent));
  const name = kind === 'event' ? 'post_parent' : 'parent';
  const isCircle = (kind === 'event' || kind === 'category') && isBelow(upper, record);
  const [starts, ends] =
    record.kind === 'event' ? [formatMoment(record.startsAt), formatMoment(record.endsAt)] : ['', ''];
  const isOrdered = kind !== 'event' || textOf(start, starts) <= textOf(end, ends);
  reject([...(isCircle ? [name] : []), ...(isOrdered ? [] : ['end_date'])], missing);
}

const isBelow = (each: AnyRecord | null | undefined, record: AnyRecord): boolean =>
  each === record || (!!each && 'parent' in each && isBelow(each.parent, record));

const isPublishableKind = (kind: KindName): boolean => kind !== 'category' && kind !== 'tag';

const requiredOf = (kind: KindName): string[] => [
  TITLE_FIELDS[kind],
  ...(kind === 'event' ? ['start_date', 'end_date'] : []),
];

function reject(wrong: readonly string[], missing: readonly string[]): void {
  if (wrong.length > 0) throw new ProblemError(400, 'invalid_parameter', [...wrong, ...missing]);
  if (missing.length > 0) throw new ProblemError(400, 'missing_parameter', missing);
}

/** 6.3, 6.4, 8.6, 8.9 */
function invalidFields({ fields, verb, state, kind }: ModelRequest): string[] {
  const { status, author, start_date: start, end_date: end } = fields;
  const isStatus = STATUSES.has(textOf(status, 'draft')) && (verb === 'update' || status !== 'trash');
  const isUser = author === undefined || state.users.some(({ id }) => id === author);
  const isOrdered = kind !== 'event' || verb === 'update' || !start || !end || textOf(start) <= textOf(end);
  return [...(isStatus ? [] : ['status']), ...(isUser ? [] : ['author']), ...(isOrdered ? [] : ['end_date'])];
}

/** 6.8, 6.9, 6.10: ids that are unknown, or as good as that for who asks. */
function invalidLinks(request: ModelRequest): string[] {
  if (request.kind !== 'event') return [];
  const { post_parent: parent, ...fields } = request.fields;
  const kinds = { venue: 'venue', organizer: 'organizer', ...TERM_FIELDS } as const;
  const isWrong = (name: keyof typeof kinds) =>
    listOf(fields[name]).some((each) => typeof each === 'number' && !isReadable(request, kinds[name], each));
  return [
    ...(Object.keys(kinds) as (keyof typeof kinds)[]).filter(isWrong),
    ...(isReadable(request, 'event', parent || undefined) ? [] : ['post_parent']),
  ];
}

export const listOf = (sent: unknown): unknown[] => (Array.isArray(sent) ? sent : []);

function isReadable(request: ModelRequest, kind: KindName, id: unknown): boolean {
  if (id === undefined) return true;
  const record = recordsOf(request.state, kind).find((each) => each.id === id);
  return record !== undefined && canRead(request, record);
}
