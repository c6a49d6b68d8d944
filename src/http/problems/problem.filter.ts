import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problems } from './problems.js';

/** Answers every error as a problem. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly problems: Problems) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.problems.send(http.getResponse<Response>(), this.problems.answerTo(exception, http.getRequest<Request>()));
  }
}
