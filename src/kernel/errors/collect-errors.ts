import type { Message } from '../language/message.js';
import { isParameterError, parameterError } from './api-error.js';

/**
 * Runs the steps of a write one after another, and reports the parameter errors of all steps at once. Steps also run after one that
 * failed. An expensive step belongs after this call.
 * @throws {ApiError} `invalid_parameter`, `missing_parameter`. Any other error of a step is thrown immediately
 */
export async function collectErrors(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: Record<string, Message> = {};
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (!isParameterError(error)) throw error;
      Object.assign(errors, error.details.params);
    }
  }
  if (Object.keys(errors).length > 0) throw parameterError(errors);
}
