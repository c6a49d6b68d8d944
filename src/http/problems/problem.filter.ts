import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ProblemResponses } from './problem-responses.js';

@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly problems: ProblemResponses) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.problems.send(http.getResponse<Response>(), this.problems.responseFor(exception, http.getRequest<Request>()));
  }
}
