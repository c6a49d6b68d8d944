import type { SecretInputs } from '../kernel/context/secret-inputs.js';

/** The header that brings the password of an event. */
export const PASSWORD_HEADER = 'X-Event-Password';

/** The password of an event, as a header or a parameter. */
export const EVENT_SECRET_INPUTS: SecretInputs = { headers: [PASSWORD_HEADER], parameters: ['password'] };
