import { englishText } from '../language/english-text.js';
import type { Message } from '../language/message.js';

/** What is wrong with one of several things, such as a variable of the environment. */
export interface Fault {
  readonly of: string;
  readonly text: Message;
}

type Words = (message: Message) => string;

/**
 * A failure that whoever runs the service, or one of its commands, can do something about. Its `message` is English, as
 * the log wants it; a terminal shows it in its own language.
 * @example throw new OperatorError({ key: 'cli.accounts.unknown_user', args: { username } })
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly text: Message;
  readonly faults: readonly Fault[];

  constructor(text: Message, faults: readonly Fault[] = []) {
    super(describe(text, faults, englishText));
    this.text = text;
    this.faults = faults;
  }

  /** What the message says, in the language of `words`. */
  inWords(words: Words): string {
    return describe(this.text, this.faults, words);
  }
}

function describe(text: Message, faults: readonly Fault[], words: Words): string {
  return [words(text), ...faults.map((fault) => `  ${fault.of} ${words(fault.text)}`)].join('\n');
}
