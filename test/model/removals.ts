import { eventBefore, followEvent, isPublic, touchEvents } from './publishing.js';
import { assertPassword, findReadable } from './reads.js';
import { isTerm, isTermKind, languagesOf, ProblemError, recordsOf, reject, type AnyRecord } from './records.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEdit, canEditAll, canEditAny, canEditTerms, statusOnUpdate } from './rights.js';
import { keepFormerSlugs, slugsOf } from './translations.js';
import { removeTerm } from './writes.js';
import { recordView, type View } from './views.js';

/** 3.9, 8.4, 8.9, 8.10, 8.13: removes a record or a translation. Returns the record as the response serves it. */
export function removeResponse(request: ModelRequest): View {
  const { kind, query, state, isExplicit } = request;
  const isTranslation = query.ml_scope === 'translation';
  const isForced = query.force === true && !isTermKind(kind);
  const isAllowed = isTermKind(kind) ? canEditTerms : isForced ? canEditAll : canEditAny;
  assertAllowed(request, isAllowed(request), ...(isForced && canEditAny(request) ? ['force'] : []));
  reject([], isTranslation && !isExplicit ? ['ml_language'] : []);
  const record = findReadable(request);
  assertAllowed(request, canEdit(request, record));
  if (record.kind === 'event' && record.password !== null && query.password !== undefined && 'id' in request.address)
    assertPassword(request, record);
  if (isTranslation) return removeTranslation(request, record);
  if (isTerm(record) || isForced) return deletePermanently(request, record);
  if (record.trashedAt !== null) throw new ProblemError(410, `${kind}_in_trash`);
  const before = record.kind === 'event' ? eventBefore(record) : undefined;
  const wasPublic = isPublic(request, record);
  Object.assign(record, { trashedAt: state.now, modifiedAt: state.now });
  touchEvents(request, record, wasPublic);
  if (record.kind === 'event' && before) followEvent(request, record, before);
  return recordView(request, record);
}

/** 3.9, 8.3. A contributor's removal of a translation makes a scheduled record pending, like an update. */
function removeTranslation(request: ModelRequest, record: AnyRecord): View {
  if (!record.texts[request.language]) throw new ProblemError(404, 'translation_not_found');
  if (languagesOf(record).length === 1) throw new ProblemError(409, 'last_translation');
  const slugsBefore = slugsOf(record);
  const { [request.language]: _removed, ...texts } = record.texts;
  record.texts = texts;
  keepFormerSlugs(record, slugsBefore);
  const before = record.kind === 'event' ? eventBefore(record) : undefined;
  if (!isTerm(record)) {
    const wasPublic = isPublic(request, record);
    if (statusOnUpdate(request, record) === 'pending') record.status = 'pending';
    record.modifiedAt = request.state.now;
    touchEvents(request, record, wasPublic);
  }
  if (record.kind === 'event' && before) followEvent(request, record, before);
  return recordView(request, record);
}

/** 3.9, 8.10 */
function deletePermanently(request: ModelRequest, record: AnyRecord): View {
  const { state, query, isExplicit, language } = request;
  const isAmbiguous = isExplicit && languagesOf(record).some((other) => other !== language);
  reject([], isAmbiguous && query.ml_scope === undefined ? ['ml_scope'] : []);
  const view = recordView(request, record);
  state.deleted.push({ kind: record.kind, id: record.id, slug: slugsOf(record)[0] ?? '' });
  if (isTerm(record)) {
    removeTerm(request, record);
    return view;
  }
  state.records = state.records.filter((other) => other !== record);
  if (record.kind === 'event') followEvent(request, record, eventBefore(record), { date: null });
  for (const event of recordsOf(state, 'event')) {
    if ([event.parent, ...event.venue, ...event.organizer].some((each) => each === record))
      event.modifiedAt = state.now;
    if (event.parent === record) event.parent = null;
    event.venue = event.venue.filter((venue) => venue !== record);
    event.organizer = event.organizer.filter((organizer) => organizer !== record);
  }
  return view;
}
