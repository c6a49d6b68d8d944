import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { MAX_OFFSET } from '../../records/lists/page-urls.js';
import type { Page } from '../../records/lists/page.view.js';

/** Longest `Link` header: some clients and proxies refuse more. */
const MAX_LINK_HEADER_LENGTH = 4096;

/** Says of every list in headers what its envelope says: totals, and the pages around it (RFC 8288). */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const response = execution.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap((body) => {
        if (!isPage(body)) return;
        response.set({ 'X-Total': String(body.total), 'X-Total-Pages': String(body.total_pages) });
        const links = linkHeader(body);
        if (links.length <= MAX_LINK_HEADER_LENGTH) response.set('Link', links);
      }),
    );
  }
}

function isPage(body: unknown): body is Page {
  return body !== null && typeof body === 'object' && 'total_pages' in body && 'next_rest_url' in body;
}

function linkHeader({ rest_url, next_rest_url, previous_rest_url, total_pages, per_page }: Page): string {
  const isLastReachable = total_pages > 0 && (total_pages - 1) * per_page < MAX_OFFSET;
  const links: Record<string, string | null> = {
    first: pageUrl(rest_url, 1),
    prev: previous_rest_url,
    next: next_rest_url,
    last: isLastReachable ? pageUrl(rest_url, total_pages) : null,
  };
  return Object.entries(links)
    .filter(([, url]) => url !== null)
    .map(([relation, url]) => `<${url}>; rel="${relation}"`)
    .join(', ');
}

function pageUrl(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.delete('after');
  url.searchParams.delete('page');
  if (page > 1) url.searchParams.set('page', String(page));
  return url.href;
}
