import type { Message } from '../kernel/language/message.js';
import { englishText } from '../kernel/language/english-text.js';

/**
 * Takes one line at a time, for a human, in English as a log wants it; no line holds a password.
 * @param text the same as a message, for whoever shows it in another language; none for what PostgreSQL says itself
 */
export type Log = (line: string, text?: Message) => void;

/** Tells the log something that a terminal may show in its own language. */
export function logMessage(log: Log, text: Message): void {
  log(englishText(text), text);
}
