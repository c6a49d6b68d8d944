import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SetupError } from '../../kernel/errors/setup-error.js';
import { ProblemResponses } from '../problems/problem-responses.js';
import { RequestTimeouts } from '../limits/request-deadline.js';
import { CalendarAdapter } from './calendar-adapter.js';
import { MalformedRequests } from './malformed-requests.js';

/** Sets the timeouts of the HTTP server, and the responses to malformed requests. */
@Injectable()
export class ServerSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly timeouts: RequestTimeouts,
    private readonly problemResponses: ProblemResponses,
  ) {}

  /** @throws {SetupError} if the application has another adapter */
  setUp(): void {
    const { httpAdapter } = this.adapter;
    if (!(httpAdapter instanceof CalendarAdapter))
      throw new SetupError(
        'Create the application with the adapter of the calendar: NestFactory.create(AppModule, new CalendarAdapter()).',
      );
    const server = httpAdapter.getHttpServer() as Server;
    server.requestTimeout = this.timeouts.requestMs;
    server.headersTimeout = this.timeouts.requestMs;
    new MalformedRequests(server, this.problemResponses).attach();
    disconnectSlowReaders(server, this.timeouts.requestMs);
  }
}

/** Disconnects clients that read nothing of a response for this time. Node.js reports a stalled write after two timeouts. */
function disconnectSlowReaders(server: Server, timeoutMs: number): void {
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(timeoutMs / 2, () => {
      if (response.headersSent) response.destroy();
    });
  });
}
