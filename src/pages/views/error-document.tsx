import type { VNode } from 'preact';
import type { ProblemView } from '../../http/problems/problem.view.js';
import type { PageContext } from '../page-context.js';
import { Document } from './document.js';
import { FilterForm } from './filter-form.js';

interface ErrorDocumentProps {
  readonly page: PageContext;
  readonly problem: ProblemView;
}

/** An error, with the form of filters. Messages about filters are next to their fields. */
export function ErrorDocument({ page, problem }: ErrorDocumentProps): VNode {
  const { urls, text } = page;
  const head = { title: problem.title, isPrivate: true };
  return (
    <Document page={page} head={head}>
      <div class="problem">
        <p class="problem-status">{problem.status}</p>
        <h1>{problem.title}</h1>
        {problem.params === undefined && <p>{problem.detail}</p>}
      </div>
      <FilterForm page={page} action={urls.list()} categories={[]} errors={problem.params ?? {}} />
      <p>
        <a href={urls.list(new URLSearchParams())}>{text('back_to_list')}</a>
      </p>
    </Document>
  );
}
