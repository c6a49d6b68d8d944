import { listResponse } from './lists.js';
import { readResponse } from './reads.js';
import { ProblemError, type AnyRecord, type ModelState } from './records.js';
import { removeResponse } from './removals.js';
import type { ModelRequest } from './requests.js';
import { withLanguageOfSlug } from './translations.js';
import { recordView, type View } from './views.js';
import { create, update } from './writes.js';

/** The response that the contract requires. */
export interface ExpectedResponse {
  readonly status: number;
  readonly code?: string;
  /** Parameters that a problem names. */
  readonly names?: readonly string[];
  /** Returns the body of a success. Called after the ids of new records are known. */
  readonly body?: () => View;
  /** The created or updated record. */
  readonly record?: AnyRecord;
}

/**
 * Computes the response that the contract requires from the state. A write changes the state. The model is written from
 * the contract alone and shares no code with the service: if they differ, one of the two is wrong.
 */
export function expectedResponse(request: ModelRequest): ExpectedResponse {
  try {
    return request.verb === 'list' ? ok(listResponse(request)) : withRollback(request.state, () => respond(request));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { status: error.status, code: error.code, names: error.parameters };
  }
}

const ok = (view: View): ExpectedResponse => ({ status: 200, body: () => view });

function respond(request: ModelRequest): ExpectedResponse {
  if (request.verb === 'read') return ok(readResponse(request));
  if (request.verb === 'remove') return ok(removeResponse(request));
  if (request.verb === 'create') {
    const record = create(request);
    return { status: 201, record, body: () => recordView(request, record) };
  }
  const resolved = withLanguageOfSlug(request);
  const record = update(resolved);
  return { status: 200, record, body: () => recordView(resolved, record) };
}

/**
 * Restores the state if a request is rejected. Wrong passwords still count. Shallow copies are enough, because a write
 * replaces members of records and of their `texts`, and changes none in place.
 */
function withRollback<Result>(state: ModelState, work: () => Result): Result {
  const before = state.records.map((record) => ({ record, members: { ...record, texts: { ...record.texts } } }));
  const deleted = [...state.deleted];
  try {
    return work();
  } catch (error) {
    for (const { record, members } of before) {
      const attempts = record.kind === 'event' ? { wrongPasswords: record.wrongPasswords } : {};
      Object.assign(record, members, attempts);
    }
    Object.assign(state, { records: before.map(({ record }) => record), deleted });
    throw error;
  }
}
