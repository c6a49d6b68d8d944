import { Catch, Inject, Optional, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { BufferedResponse } from '../request/buffer-response.js';
import { requestStateOf } from '../request/request-state.js';
import { ERROR_PAGES_TOKEN, type ErrorPages } from './error-pages.js';
import { ProblemResponses } from './problem-responses.js';
import type { ProblemView } from './problem.view.js';

const PROBLEM_TYPE_PATTERN = /^application\/problem\+json/;

@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly problems: ProblemResponses,
    @Optional() @Inject(ERROR_PAGES_TOKEN) private readonly pages?: ErrorPages,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = this.problems.responseFor(exception, request);
    this.problems.send(http.getResponse<Response>(), this.toPage(request, response));
  }

  /** The page of a problem below `PAGES_ROOT`. */
  private toPage(request: Request, response: BufferedResponse): BufferedResponse {
    const { headers, body } = response;
    const isProblem = PROBLEM_TYPE_PATTERN.test(String(headers['Content-Type']));
    if (!this.pages || !isProblem || !requestStateOf(request).isPage) return response;
    const problem = JSON.parse(String(body)) as ProblemView;
    const page = this.pages.render(request, problem);
    return { ...response, headers: { ...headers, ...page.headers }, body: page.body };
  }
}
