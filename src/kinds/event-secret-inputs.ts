import type { SecretInputs } from '../kernel/context/secret-inputs.js';

/** Header with the password of an event. */
export const PASSWORD_HEADER = 'X-Event-Password';

/** Inputs of requests that never appear in logs or URLs. */
export const EVENT_SECRET_INPUTS: SecretInputs = { headers: [PASSWORD_HEADER], parameters: ['password'] };
