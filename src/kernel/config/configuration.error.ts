import type { z } from 'zod';
import { SetupError } from '../errors/setup-error.js';

/** The environment holds values the service cannot run with; a line for each names the variable. */
export class ConfigurationError extends SetupError {
  override readonly name = 'ConfigurationError';
}

/** The error for everything that is wrong with the environment; the messages of `issues` are keys of texts. */
export function configurationError(issues: readonly z.core.$ZodIssue[]): ConfigurationError {
  const setupIssues = issues.map((issue) => ({
    subject: issue.path.join('.'),
    text: { key: issue.message, args: messageArgs(issue) },
  }));
  return new ConfigurationError({ key: 'configuration.invalid' }, setupIssues);
}

/** The values of the placeholders in `i18n/*\/configuration.json`. */
function messageArgs(issue: z.core.$ZodIssue): Record<string, unknown> {
  switch (issue.code) {
    case 'too_small':
      return { min: issue.minimum };
    case 'too_big':
      return { max: issue.maximum };
    case 'invalid_value':
      return { values: issue.values.join(', ') };
    case 'custom':
      return { ...issue.params };
    default:
      return {};
  }
}
