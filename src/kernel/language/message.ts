/** A translatable text of `i18n/*\/*.json`, by key, with the values of its placeholders. */
export interface Message {
  /** Key below `i18n`, such as `validation.integer`. */
  readonly key: string;
  /** Values of the placeholders. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Positions, from 0, of the invalid elements of a list. Their names precede the text: `tags[3]: …`. */
  readonly elements?: readonly number[];
  /** Message that follows this one, separated by a space. */
  readonly next?: Message;
}

/** Joins the messages that are defined into one. `undefined` if there are none. */
export const joinMessages = (messages: readonly (Message | undefined)[]): Message | undefined =>
  messages.reduceRight<Message | undefined>(
    (next, message) => (message && next ? appendMessage(message, next) : (message ?? next)),
    undefined,
  );

const appendMessage = (message: Message, last: Message): Message => ({
  ...message,
  next: message.next ? appendMessage(message.next, last) : last,
});
