import type { Message } from '../kernel/language/message.js';
import type { Language } from '../kernel/language/languages.js';
import type { Messages } from '../kernel/language/messages.js';

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Who runs a command, and in which language that is answered. */
export class Terminal {
  constructor(
    private readonly messages: Messages,
    readonly language: Language,
    readonly streams: Streams,
  ) {}

  /** The text of a message. */
  translate(message: Message): string {
    return this.messages.translate(this.language, message);
  }

  /** Prints a line of a result; a text that is no message is the same in every language. */
  print(line: Message | string): void {
    this.streams.stdout.write(this.formatLine(line));
  }

  /** Prints a line that is no result. */
  printDiagnostic(line: Message | string): void {
    this.streams.stderr.write(this.formatLine(line));
  }

  private formatLine(line: Message | string): string {
    return `${typeof line === 'string' ? line : this.translate(line)}\n`;
  }
}
