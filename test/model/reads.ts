import { isTerm, ProblemError, recordsOf, type AnyRecord } from './records.js';
import type { ModelRequest } from './requests.js';
import { canEdit, canReadIgnoringTrash, isProtected } from './rights.js';
import { findBySlug } from './translations.js';
import { recordView, type View } from './views.js';

/**
 * The record at an address, also in the trash.
 * @throws {ProblemError} 404 if it does not exist or the caller may not read it (8.5)
 */
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
  if (query.ml_fallback === 'none' && !record.texts[language]) throw new ProblemError(404, 'translation_not_found');
  if (isProtected(request, record)) assertPassword(request, record);
  return recordView(request, record, true);
}

/** 8.13: a read by slug accepts the password in a header only, which no command sends. */
export function assertPassword({ address, query }: ModelRequest, record: AnyRecord): void {
  if (record.kind !== 'event') return;
  const password = 'id' in address ? query.password : undefined;
  if (password === record.password) return;
  if (password !== undefined) record.wrongPasswords += 1;
  throw new ProblemError(403, 'event_password_required');
}
