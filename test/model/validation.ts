import { localTime } from './dates.js';
import { findLinkedTerms, idOf, type TermInput } from './names.js';
import { lacksDate } from './publishing.js';
import { isTerm, isTermKind, recordsOf, reject, TITLE_FIELDS, PATHS } from './records.js';
import type { AnyRecord, KindName, ModelContext, TermKind } from './records.js';
import { textOf, type ModelRequest } from './requests.js';
import { assertAllowed, canEditAll, canRead, STATUSES } from './rights.js';
import { lacksTitle } from './translations.js';

/** Kinds of the records that an event links to, by field. */
const LINKED_KINDS = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' } as const;

/** 2.7, 6.4, 6.9, 8.4: errors that are found before the record is looked up. */
export function validateFields(request: ModelRequest): void {
  const { fields, kind, user, verb } = request;
  const required = [TITLE_FIELDS[kind], ...(kind === 'event' ? ['start_date', 'end_date'] : [])];
  const missing = verb === 'create' ? required.filter((name) => fields[name] === undefined) : [];
  if (isTermKind(kind)) {
    const isUnknown = kind === 'category' && !isReadableOrNone(request, 'category', fields['parent'] || undefined);
    reject([...emptyTitle(request), ...(isUnknown ? ['parent'] : [])], missing);
  } else {
    const { author = user.id } = fields;
    assertAllowed(request, author === user.id || canEditAll(request), 'author');
    rejectWithTerms(request, [...emptyTitle(request), ...invalidFields(request), ...invalidLinks(request)], missing);
  }
}

/** 2.7, 3.8, 6.3, 6.10, 8.7: errors that depend on the record. */
export function validateAgainstRecord(request: ModelRequest, record: AnyRecord): void {
  const { fields, state, kind } = request;
  const name = kind === 'event' ? 'post_parent' : 'parent';
  const parent = recordsOf(state, kind).find(({ id }) => id === fields[name]);
  const isCycle = (kind === 'event' || kind === 'category') && isSameOrBelow(parent, record);
  const isOrdered =
    record.kind !== 'event' ||
    textOf(fields['start_date'], localTime(record.startsAt)) <= textOf(fields['end_date'], localTime(record.endsAt));
  const missing = [
    ...(lacksTitle(request, record, fields) ? [TITLE_FIELDS[kind]] : []),
    ...(!isTerm(record) && lacksDate(request, fields, record) ? ['date'] : []),
  ];
  rejectWithTerms(request, [...(isCycle ? [name] : []), ...(isOrdered ? [] : ['end_date'])], missing);
}

/** 2.7, 6.9: reports invalid terms of an event together with other errors. */
function rejectWithTerms(request: ModelRequest, invalid: readonly string[], missing: readonly string[]): void {
  if (invalid.length + missing.length === 0) return;
  const isValid = (kind: TermKind) =>
    findLinkedTerms(request, kind, listOf(request.fields[PATHS[kind]]) as TermInput[]) !== undefined;
  const kinds = request.kind === 'event' ? (['category', 'tag'] as const) : [];
  const terms = kinds.filter((kind) => !isValid(kind)).map((kind) => PATHS[kind]);
  reject([...new Set([...invalid, ...terms])], missing);
}

const isSameOrBelow = (record: AnyRecord | null | undefined, ancestor: AnyRecord): boolean =>
  record === ancestor || (!!record && 'parent' in record && isSameOrBelow(record.parent, ancestor));

/** 2.3 */
const emptyTitle = ({ fields, kind }: ModelRequest): string[] =>
  fields[TITLE_FIELDS[kind]] !== undefined && textOf(fields[TITLE_FIELDS[kind]]) === '' ? [TITLE_FIELDS[kind]] : [];

/** 6.3, 6.4, 8.6, 8.9 */
function invalidFields({ fields, verb, state, kind }: ModelRequest): string[] {
  const { status, author, start_date: start, end_date: end } = fields;
  const isStatus = STATUSES.has(textOf(status, 'draft')) && (verb === 'update' || status !== 'trash');
  const isUser = author === undefined || state.users.some(({ id }) => id === author);
  const isOrdered = kind !== 'event' || verb === 'update' || !start || !end || textOf(start) <= textOf(end);
  return [...(isStatus ? [] : ['status']), ...(isUser ? [] : ['author']), ...(isOrdered ? [] : ['end_date'])];
}

/** 6.8, 6.9, 6.10: ids that the caller may not read are as invalid as unknown ids. */
function invalidLinks(request: ModelRequest): string[] {
  const { kind, fields } = request;
  if (kind !== 'event') return [];
  const hasUnreadable = (name: keyof typeof LINKED_KINDS) =>
    listOf(fields[name]).some((item) => !isReadableOrNone(request, LINKED_KINDS[name], idOf(item)));
  return [
    ...(Object.keys(LINKED_KINDS) as (keyof typeof LINKED_KINDS)[]).filter(hasUnreadable),
    ...(isReadableOrNone(request, 'event', fields['post_parent'] || undefined) ? [] : ['post_parent']),
  ];
}

export const listOf = (input: unknown): unknown[] => (Array.isArray(input) ? input : []);

/** Whether an id is undefined or the id of a readable record. */
function isReadableOrNone(context: ModelContext, kind: KindName, id: unknown): boolean {
  if (id === undefined) return true;
  const record = recordsOf(context.state, kind).find((candidate) => candidate.id === id);
  return record !== undefined && canRead(context, record);
}
