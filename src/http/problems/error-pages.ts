import type { Request } from 'express';
import type { ProblemView } from './problem.view.js';

export const ERROR_PAGES_TOKEN = Symbol('ERROR_PAGES');

export interface ErrorPage {
  /** Headers that are added to those of the problem, or replace them: `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** HTML in the language of the problem. */
  readonly body: string;
}

/** Renders the errors of requests below `PAGES_ROOT` as pages. Provided by the module of the pages. */
export interface ErrorPages {
  render(request: Request, problem: ProblemView): ErrorPage;
}
