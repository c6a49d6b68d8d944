import type { VNode } from 'preact';
import type { ProblemView } from '../../http/problems/problem.view.js';
import type { PageContext } from '../page-context.js';
import { Document } from './document.js';
import { FilterForm } from './filter-form.js';

interface ErrorDocumentProps {
  readonly page: PageContext;
  readonly problem: ProblemView;
}

/** Statuses with texts for visitors. Those of the API speak to clients. */
const STATUSES_WITH_TEXTS = new Set([404, 405, 410, 429, 500, 503]);

/** An error, with the form of filters. Messages about filters are next to their fields. */
export function ErrorDocument({ page, problem }: ErrorDocumentProps): VNode {
  const { urls, text } = page;
  const { title, detail } = textsOf(page, problem);
  return (
    <Document page={page} head={{ title, isPrivate: true }}>
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

function textsOf(
  { text }: PageContext,
  { status, title, detail, params }: ProblemView,
): { title: string; detail: string } {
  if (params) return { title: text('error.400.title'), detail };
  if (!STATUSES_WITH_TEXTS.has(status)) return { title, detail };
  return { title: text(`error.${status}.title`), detail: text(`error.${status}.detail`) };
}
