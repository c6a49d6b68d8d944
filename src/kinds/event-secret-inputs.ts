import type { SecretInputs } from '../kernel/context/secret-inputs.js';

/** Header with the password of an event. */
export const PASSWORD_HEADER = 'X-Event-Password';

/** Request inputs with secret values. These never appear in logs or in the URLs of responses. */
export const EVENT_SECRET_INPUTS: SecretInputs = { headers: [PASSWORD_HEADER], parameters: ['password'] };
