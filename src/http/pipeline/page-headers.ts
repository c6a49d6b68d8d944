import type { Response } from 'express';
import { MAX_OFFSET } from '../../records/lists/page-urls.js';
import type { Page } from '../../records/lists/page.view.js';

/** Some clients and proxies reject longer headers. */
const MAX_LINK_HEADER_LENGTH = 4096;

export const isPage = (view: object): view is Page => 'total_pages' in view && 'next_rest_url' in view;

/** Sets the totals of a list. */
export function setTotalHeaders(response: Response, page: Page): void {
  response.setHeader('X-Total', String(page.total));
  response.setHeader('X-Total-Pages', String(page.total_pages));
}

/** Sets the links to other pages and representations (RFC 8288). Representations are left out first if the header gets too long. */
export function setLinkHeader(response: Response, page: Page | undefined, alternates: readonly string[]): void {
  const pages = page ? pageLinks(page) : [];
  const header = [[...pages, ...alternates], pages]
    .map((links) => links.join(', '))
    .find((links) => links.length <= MAX_LINK_HEADER_LENGTH);
  if (header) response.setHeader('Link', header);
}

function pageLinks({ rest_url, next_rest_url, previous_rest_url, total_pages, per_page }: Page): string[] {
  const isLastReachable = total_pages > 0 && (total_pages - 1) * per_page < MAX_OFFSET;
  const links = [`<${withPageParameter(rest_url, 1)}>; rel="first"`];
  if (previous_rest_url !== null) links.push(`<${previous_rest_url}>; rel="prev"`);
  if (next_rest_url !== null) links.push(`<${next_rest_url}>; rel="next"`);
  if (isLastReachable) links.push(`<${withPageParameter(rest_url, total_pages)}>; rel="last"`);
  return links;
}

function withPageParameter(restUrl: string, page: number): string {
  const url = restUrl.replace(/&(?:page|after)=[^&]*/g, '');
  return page > 1 ? `${url}&page=${page}` : url;
}
