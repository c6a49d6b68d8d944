/** One of several problems, such as an invalid environment variable. */
export interface SetupIssue {
  /** The variable, class, route or file with the problem. */
  readonly subject: string;
  /** The problem and its remedy. Continues the sentence that `subject` begins. */
  readonly text: string;
}

/**
 * A failure that an operator or extension author can fix. The message is in English: what is wrong, where, and what to do. Commands and
 * start-up print it without a stack trace.
 * @example throw new SetupError(`There is no user named ${username}.`)
 */
export class SetupError extends Error {
  override name = 'SetupError';

  readonly issues: readonly SetupIssue[];

  constructor(message: string, issues: readonly SetupIssue[] = []) {
    super([message, ...issues.map(({ subject, text }) => `  ${subject} ${text}`)].join('\n'));
    this.issues = issues;
  }
}

/** The start-up error for invalid extensions. */
export const extensionError = (issues: readonly SetupIssue[]): SetupError =>
  new SetupError('The service cannot start with these extensions:', issues);
