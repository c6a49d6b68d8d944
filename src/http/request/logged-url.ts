import type { Request } from 'express';
import { isSecretParameter, NO_SECRET_INPUTS } from '../../kernel/context/secret-inputs.js';
import { parsedQueryOf, requestStateOf } from './request-state.js';

/** Numbers, dates and words of up to 30 characters: shorter than a token, and without separators of parameters. */
const LOGGABLE_VALUE_PATTERN = /^[\p{L}\p{M}\p{N}.:+_-]{0,30}(?:[ ,][\p{L}\p{M}\p{N}.:+_-]{0,30})*$/u;

/** Path of a request for logs and traces: its route with the id. `*` if no route matches. */
export function loggedPath(request: Request): string {
  const { route = '*' } = requestStateOf(request);
  return route.replace(':id', String(request.params?.['id'] ?? ':id'));
}

/** Query of a request for logs and traces: the parameters that its route declares. Secret values and those that are not plain are `*`. */
export function loggedQuery(request: Request): string {
  const { declaredParameters, secretInputs = NO_SECRET_INPUTS } = requestStateOf(request);
  const shown = new URLSearchParams();
  for (const [queryName, values] of declaredParameters ? parsedQueryOf(request).values : []) {
    const [name = ''] = queryName.split('[', 1);
    if (!declaredParameters?.has(name)) continue;
    for (const value of values)
      shown.append(name, isSecretParameter(secretInputs, name) || !LOGGABLE_VALUE_PATTERN.test(value) ? '*' : value);
  }
  return shown.toString();
}
