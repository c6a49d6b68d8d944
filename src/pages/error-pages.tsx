import type { VNode } from 'preact';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorPages, ErrorPage } from '../http/problems/error-pages.js';
import type { ProblemView } from '../http/problems/problem.view.js';
import { PageContexts, type PageContext, type Props } from './page-context.js';
import { pageHeaders, renderHtml } from './render-page.js';
import { Document } from './views/document.js';
import { FilterForm } from './views/filter-form.js';

/** Errors below `PAGES_ROOT` as pages with a search field. They read nothing from the database, which may be the cause. */
@Injectable()
export class PagesOfErrors implements ErrorPages {
  constructor(private readonly pages: PageContexts) {}

  render(request: Request, problem: ProblemView): ErrorPage {
    const page = this.pages.transform(request);
    const headers = { ...pageHeaders(page), 'X-Robots-Tag': 'noindex' };
    return { headers, body: renderHtml(page, <ErrorDocument page={page} problem={problem} />) };
  }
}

/** Statuses with texts for visitors. Those of the API speak to clients. */
const STATUSES_WITH_TEXTS = new Set([404, 405, 410, 429, 500, 503]);

/** An error, with the form of filters. Messages about filters are next to their fields. */
function ErrorDocument({ page, problem }: Props<{ problem: ProblemView }>): VNode {
  const { urls, text } = page;
  const { title, detail } = textsOf(page, problem);
  return (
    <Document page={page} head={{ title }}>
      <div class="problem">
        <p class="problem-status">{problem.status}</p>
        <h1>{title}</h1>
        {(problem.params === undefined || page.embed) && <p>{detail}</p>}
      </div>
      <FilterForm page={page} action={urls.list()} categories={[]} errors={problem.params ?? {}} />
      <p class="back">
        <a href={urls.list(new URLSearchParams())}>{text('back_to_list')}</a>
      </p>
    </Document>
  );
}

function textsOf({ text }: PageContext, { status, title, detail, params }: ProblemView) {
  if (params) return { title: text('error.400.title'), detail };
  if (!STATUSES_WITH_TEXTS.has(status)) return { title, detail };
  return { title: text(`error.${status}.title`), detail: text(`error.${status}.detail`) };
}
