/**
 * Headers and parameters whose values are secrets, such as the password of an event. The domain declares them. Responses to requests with
 * a secret are not cached, and a secret is never part of a key or a log.
 */
export interface SecretInputs {
  readonly headers: readonly string[];
  /** Names of parameters, in lower case. */
  readonly parameters: readonly string[];
}

export const SECRET_INPUTS_TOKEN = Symbol('calendar:secret-inputs');

export const NO_SECRET_INPUTS: SecretInputs = { headers: [], parameters: [] };

/** Whether a name is a secret parameter or a member of one, in upper or lower case: `password`, ` Password[0]`. */
export function isSecretParameter({ parameters }: SecretInputs, name: string): boolean {
  const [root = ''] = name.trim().toLowerCase().split('[', 1);
  return parameters.includes(root);
}
