import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorPages, ErrorPage } from '../http/problems/error-pages.js';
import type { ProblemView } from '../http/problems/problem.view.js';
import { PageContexts } from './page-context.js';
import { pageHeaders } from './page-headers.js';
import { renderHtml } from './render-page.js';
import { ErrorDocument } from './views/error-document.js';

/** Errors below `PAGES_ROOT` as pages with a search field. They read nothing from the database, which may be the cause. */
@Injectable()
export class PagesOfErrors implements ErrorPages {
  constructor(private readonly pages: PageContexts) {}

  render(request: Request, problem: ProblemView): ErrorPage {
    const page = this.pages.contextOf(request);
    const headers = { ...pageHeaders(page), 'X-Robots-Tag': 'noindex' };
    return { headers, body: renderHtml(page, <ErrorDocument page={page} problem={problem} />) };
  }
}
