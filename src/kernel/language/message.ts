/** Key and values of a text of `i18n/*\/*.json`. */
export interface Message {
  /** Key below `i18n`, such as `validation.integer`. */
  readonly key: string;
  /** Values of the placeholders. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Positions, from 0, of the list elements that the message is about. The response names them in front of it: `tags[3]: …`. */
  readonly elements?: readonly number[];
  /** Another message, which follows after a space. */
  readonly next?: Message;
}

/** One message with the texts of all that are defined. `undefined` if none is. */
export const joinMessages = (messages: readonly (Message | undefined)[]): Message | undefined =>
  messages.reduceRight<Message | undefined>(
    (next, message) => (message && next ? appendMessage(message, next) : (message ?? next)),
    undefined,
  );

const appendMessage = (message: Message, last: Message): Message => ({
  ...message,
  next: message.next ? appendMessage(message.next, last) : last,
});
