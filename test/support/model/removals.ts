import { statusOnUpdate } from '../expected-outcomes.js';
import { assertPassword, findReadable } from './reads.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEdit, canEditAny, canEditAll, relationOf } from './rights.js';
import { type View } from './record-views.js';
import { recordView } from './record-view.js';
import { keepFormerSlugs, slugsOf } from './slugs.js';
import { removeTerm } from './terms.js';
import { recordsOf, isTerm, languagesOf, ProblemError, type AnyRecord, type PublishedRecord } from './model-state.js';

/** 3.9, 8.4, 8.9, 8.10, 8.13: gives the record as it is answered. */
export function removeResponse(request: ModelRequest): View {
  const { kind, query, state } = request;
  const isTranslation = query['ml_scope'] === 'translation';
  const isForced = query['force'] === 'true' && kind !== 'category' && kind !== 'tag';
  assertAllowed(request, kind === 'category' || kind === 'tag' || isForced ? canEditAll(request) : canEditAny(request));
  if (isTranslation && !request.isExplicit) throw new ProblemError(400, 'missing_parameter', ['ml_language']);
  const record = findReadable(request);
  assertAllowed(request, canEdit(request, record));
  if (record.kind === 'event' && record.password !== null && query['password'] !== undefined && 'id' in request.address)
    assertPassword(request, record);
  if (isTranslation) return removeTranslation(request, record);
  if (isTerm(record) || isForced) return deletePermanently(request, record);
  if (record.trashedAt !== null) throw new ProblemError(410, `${kind}_in_trash`);
  Object.assign(record, { trashedAt: state.now, modifiedAt: state.now });
  return recordView(request, record);
}

/** 3.9 */
function removeTranslation(request: ModelRequest, record: AnyRecord): View {
  if (!record.texts[request.language]) throw new ProblemError(404, 'translation_not_found');
  if (languagesOf(record).length === 1) throw new ProblemError(409, 'last_translation');
  const before = slugsOf(record);
  const { [request.language]: _removed, ...texts } = record.texts;
  record.texts = texts;
  keepFormerSlugs(record, before);
  if (!isTerm(record)) {
    requireReview(request, record);
    record.modifiedAt = request.state.now;
  }
  return recordView(request, record);
}

/** What a contributor changes of what is scheduled waits for an editor, as by an update. */
function requireReview(request: ModelRequest, record: PublishedRecord): void {
  const after = statusOnUpdate(request.user.role, relationOf(request, record));
  if (after === 'pending') record.status = 'pending';
}

/** 8.10: for good, with all links to it. */
function deletePermanently(request: ModelRequest, record: AnyRecord): View {
  const { state } = request;
  const shown = recordView(request, record);
  state.deleted.push({ kind: record.kind, id: record.id, slug: slugsOf(record)[0] ?? '' });
  if (isTerm(record)) {
    removeTerm(request, record);
    return shown;
  }
  state.records = state.records.filter((each) => each !== record);
  for (const event of recordsOf(state, 'event')) {
    if (event.parent === record) event.parent = null;
    event.venue = event.venue.filter((each) => each !== record);
    event.organizer = event.organizer.filter((each) => each !== record);
  }
  return shown;
}
