import type { ModelRequest } from './requests.js';
import { isProtected, canReadIgnoringTrash, canEdit } from './rights.js';
import { type View } from './record-views.js';
import { recordView } from './record-view.js';
import { findBySlug } from './slugs.js';
import { recordsOf, isTerm, ProblemError, type AnyRecord } from './model-state.js';

/** 8.5: a record at its address; what may not be read is as if it did not exist. */
export function findReadable(request: ModelRequest): AnyRecord {
  const { state, kind, address } = request;
  const record =
    'id' in address
      ? recordsOf(state, kind).find(({ id }) => id === address.id)
      : findBySlug(state, kind, address.slug);
  if (!record || !canReadIgnoringTrash(request, record)) throw new ProblemError(404, `${kind}_not_found`);
  return record;
}

/** 3.3, 8.9, 8.13 */
export function readResponse(request: ModelRequest): View {
  const { kind, query, language } = request;
  const record = findReadable(request);
  if (!isTerm(record) && record.trashedAt !== null && !canEdit(request, record))
    throw new ProblemError(410, `${kind}_in_trash`);
  if (query['ml_fallback'] === 'none' && !record.texts[language]) throw new ProblemError(404, 'translation_not_found');
  if (isProtected(request, record)) assertPassword(request, record);
  return recordView(request, record, true);
}

/** 8.13: by slug only a header brings a password, which no command sends. */
export function assertPassword({ address, query }: ModelRequest, record: AnyRecord): void {
  if (record.kind !== 'event') return;
  const given = 'id' in address ? query['password'] : undefined;
  if (given === record.password) return;
  if (given !== undefined) record.wrongPasswords += 1;
  throw new ProblemError(403, 'event_password_required');
}
