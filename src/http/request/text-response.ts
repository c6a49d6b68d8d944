import type { Page } from '../../records/lists/page.view.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';

/**
 * Generates a text in chunks while the client reads it. Nothing is generated before the first chunk is requested. Each call generates the
 * text from the beginning, so that all responses from a cache entry can use the same function.
 */
export type TextStream = () => AsyncGenerator<string, void>;

export const isTextStream = (body: unknown): body is TextStream => typeof body === 'function';

/** The result of a handler in another format than JSON. */
export class TextResponse {
  /**
   * @param content a string, for which the `ETag` is computed, or a stream, which needs an `ETag` in `headers`
   * @param headers `Content-Type` and other headers that describe the content
   * @param expires when the response becomes stale without a write
   * @param page the page of a list, for the headers with totals and links
   */
  constructor(
    readonly content: string | TextStream,
    readonly headers: Readonly<Record<'Content-Type', string> & Partial<Record<string, string>>>,
    readonly expires: readonly ExpiryTrigger[] = [],
    readonly page?: Page,
  ) {}
}
