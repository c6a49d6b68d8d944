import { listResponse } from './lists.js';
import { readResponse } from './reads.js';
import { removeResponse } from './removals.js';
import type { ModelRequest } from './requests.js';
import { type View } from './record-views.js';
import { recordView } from './record-view.js';
import { ProblemError, type AnyRecord, type ModelState } from './model-state.js';
import { create, update } from './writes.js';

/** What the contract has a request answer. */
export interface ExpectedResponse {
  readonly status: number;
  readonly code?: string;
  /** The parameters that a problem names. */
  readonly names?: readonly string[];
  /** The answer of a success; of a write, once the ids of what it made are known. */
  readonly body?: () => View;
  /** The record that was written. */
  readonly record?: AnyRecord;
}

/**
 * What the contract has a request answer, in a world that changes with it: a calendar in a few hundred lines, written from the
 * rules alone. Where it differs from the service, one of the two has misread them.
 */
export function expectedResponse(request: ModelRequest): ExpectedResponse {
  const { state } = request;
  const before = structuredClone({ records: state.records, deleted: state.deleted });
  try {
    return handle(request);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const attempts = countOfAttempts(state);
    Object.assign(state, before);
    for (const record of state.records)
      if (record.kind === 'event') record.wrongPasswords = attempts.get(record.id) ?? 0;
    return { status: error.status, code: error.code, names: error.parameters };
  }
}

const countOfAttempts = ({ records }: ModelState) =>
  new Map(records.flatMap((each) => (each.kind === 'event' ? [[each.id, each.wrongPasswords]] : [])));

function handle(request: ModelRequest): ExpectedResponse {
  if (request.verb === 'read') return okResponse(readResponse(request));
  if (request.verb === 'list') return okResponse(listResponse(request));
  if (request.verb === 'remove') return okResponse(removeResponse(request));
  const record = request.verb === 'create' ? create(request) : update(request);
  const status = request.verb === 'create' ? 201 : 200;
  return { status, record, body: () => recordView(request, record) };
}

const okResponse = (shown: View): ExpectedResponse => ({ status: 200, body: () => shown });
