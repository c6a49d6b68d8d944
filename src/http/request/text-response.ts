import type { Page } from '../../records/lists/page.view.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';

/**
 * A text in chunks, which are produced while the client reads it. Each call starts a new one, so that cached responses can share a function;
 * nothing is produced before the first chunk is requested.
 */
export type TextStream = () => AsyncGenerator<string, void>;

export const isTextStream = (body: unknown): body is TextStream => typeof body === 'function';

/** What a handler returns for a response in another format than JSON. */
export class TextResponse {
  /**
   * @param content a stream needs an `ETag` among the headers; that of a complete text is computed
   * @param headers `Content-Type` and other headers that describe the content
   * @param expires events other than writes that make the response stale
   * @param page the page of a list, for the headers with totals and links
   */
  constructor(
    readonly content: string | TextStream,
    readonly headers: Readonly<Record<'Content-Type', string> & Partial<Record<string, string>>>,
    readonly expires: readonly ExpiryTrigger[] = [],
    readonly page?: Page,
  ) {}
}
