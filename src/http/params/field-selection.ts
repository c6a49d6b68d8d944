import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { selectFields, type FieldSelection } from '../../kernel/context/field-selection.js';
import { listElements } from '../../kernel/schema/coercion.js';
import { parsedQueryOf } from '../request/parsed-query.js';
import { requestStateOf } from '../request/request-state.js';
import { selectableView } from '../routes/selectable-fields.decorator.js';
import { groupTextParameters } from './text-parameters.js';

/** The parameter that selects the members of records in a response. */
export const FIELDS = 'fields';

/** Reads `fields` of the body, else of the query, and keeps it for the handler and the response. Other operations ignore it. */
export function readFieldSelection(execution: ExecutionContext): FieldSelection | undefined {
  const request = execution.switchToHttp().getRequest<Request>();
  const state = requestStateOf(request);
  if (state.fields || !selectableView(execution.getHandler())) return state.fields;
  const sent = sentFields(request);
  const names =
    sent === undefined ? [] : listElements(sent).map((name) => (typeof name === 'string' ? name.trim() : typeof name));
  const given = names.filter((name) => name !== '');
  if (given.length > 0) state.fields = selectFields(given);
  return state.fields;
}

function sentFields(request: Request): unknown {
  const { form } = requestStateOf(request);
  const body = (form ? Object.fromEntries(groupTextParameters(form).values) : request.body) as object | undefined;
  if (body && Object.hasOwn(body, FIELDS)) return (body as Record<string, unknown>)[FIELDS] ?? undefined;
  // Most requests have no such parameter. A name may be percent-encoded.
  return /fields|%/.test(request.url) ? groupTextParameters(parsedQueryOf(request)).values.get(FIELDS) : undefined;
}
