import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TextResponse } from '../http/request/text-response.js';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import type { PageContext } from './page-context.js';
import { pageHeaders } from './page-headers.js';

export interface RenderOptions {
  readonly expires?: readonly ExpiryTrigger[] | undefined;
  /** Headers beside those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The HTML of a document. */
export function renderHtml(page: PageContext, document: VNode): string {
  const html = `<!doctype html>\n${renderToString(document)}\n`;
  // Links of an embed leave its frame. In texts and attributes, `<` is escaped.
  return page.embed ? html.replaceAll('<a ', '<a target="_top" ') : html;
}

/** Renders a document as the response of a handler. */
export function renderPage(page: PageContext, document: VNode, { expires, headers }: RenderOptions = {}): TextResponse {
  return new TextResponse(renderHtml(page, document), { ...pageHeaders(page), ...headers }, expires);
}
