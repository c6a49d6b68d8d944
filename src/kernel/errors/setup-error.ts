import { englishText } from '../language/english-text.js';
import type { Message, Translate } from '../language/message.js';

/** What is wrong with one of several things, such as a variable of the environment. */
export interface SetupIssue {
  readonly subject: string;
  readonly text: Message;
}

/**
 * A failure that whoever runs the service, or one of its commands, can do something about. Its `message` is English, as
 * the log wants it; a terminal shows it in its own language.
 * @example throw new SetupError({ key: 'cli.accounts.unknown_user', args: { username } })
 */
export class SetupError extends Error {
  override name = 'SetupError';
  readonly text: Message;
  readonly issues: readonly SetupIssue[];

  constructor(text: Message, issues: readonly SetupIssue[] = []) {
    super(describe(text, issues, englishText));
    this.text = text;
    this.issues = issues;
  }

  /** What the message says, in the language of `translate`. */
  format(translate: Translate): string {
    return describe(this.text, this.issues, translate);
  }
}

function describe(text: Message, issues: readonly SetupIssue[], translate: Translate): string {
  return [translate(text), ...issues.map((issue) => `  ${issue.subject} ${translate(issue.text)}`)].join('\n');
}
