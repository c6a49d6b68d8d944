import type { z } from 'zod';
import { OperatorError } from '../errors/operator-error.js';

/** The environment holds values the service cannot run with; a line for each names the variable. */
export class ConfigurationError extends OperatorError {
  override readonly name = 'ConfigurationError';
}

/** The error for everything that is wrong with the environment; the messages of `issues` are keys of texts. */
export function configurationError(issues: readonly z.core.$ZodIssue[]): ConfigurationError {
  const faults = issues.map((issue) => ({
    of: issue.path.join('.'),
    text: { key: issue.message, args: argumentsOf(issue) },
  }));
  return new ConfigurationError({ key: 'configuration.invalid' }, faults);
}

/** The values of the placeholders in `i18n/*\/configuration.json`. */
function argumentsOf(issue: z.core.$ZodIssue): Record<string, unknown> {
  switch (issue.code) {
    case 'too_small':
      return { least: issue.minimum };
    case 'too_big':
      return { most: issue.maximum };
    case 'invalid_value':
      return { values: issue.values.join(', ') };
    case 'custom':
      return { ...issue.params };
    default:
      return {};
  }
}
