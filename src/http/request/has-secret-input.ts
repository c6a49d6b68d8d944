import type { Request } from 'express';
import { isSecretParameter, NO_SECRET_INPUTS } from '../../kernel/context/secret-inputs.js';
import { parsedQueryOf, requestStateOf } from './request-state.js';

/** Whether a request has a secret, such as the password of an event. `bodyNames` are the names of parameters in its body. */
export function hasSecretInput(request: Request, bodyNames: readonly string[] = []): boolean {
  const { secretInputs = NO_SECRET_INPUTS } = requestStateOf(request);
  const names = [...parsedQueryOf(request).values.keys(), ...bodyNames];
  return (
    secretInputs.headers.some((name) => request.get(name) !== undefined) ||
    names.some((name) => isSecretParameter(secretInputs, name))
  );
}
