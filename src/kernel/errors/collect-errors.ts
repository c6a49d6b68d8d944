import type { Message } from '../language/message.js';
import { ApiError, parameterError } from './api-error.js';

/**
 * Takes the steps of a write, one after another, and reports together what they find wrong with the parameters. The
 * write has failed then, so it does not matter what the steps behind the first that failed have made of it; a step that
 * costs much is none of them, and comes after.
 * @throws {ApiError} `invalid_parameter`, `missing_parameter`; at once, whatever else a step throws
 */
export async function collectErrors(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: Record<string, Message> = {};
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.details.params) throw error;
      Object.assign(errors, error.details.params);
    }
  }
  if (Object.keys(errors).length > 0) throw parameterError(errors);
}
